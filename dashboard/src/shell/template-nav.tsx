import { NavLink } from 'react-router';

const places = [
  { to: '', label: 'Editor' },
  { to: '/flow', label: 'Flow' },
  { to: '/revisions', label: 'Revisions' },
  { to: '/api', label: 'API' },
] as const;

/** The pages of one template, above each of them. */
export function TemplateNav({ id }: { id: string }) {
  const template = `/templates/${encodeURIComponent(id)}`;
  return (
    <nav aria-label="Template" className="template-nav">
      {places.map(({ to, label }) => (
        <NavLink key={label} to={`${template}${to}`} end={to === ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
