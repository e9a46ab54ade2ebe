/**
 * The icons of the page, from Tabler Icons (https://tabler.io/icons, MIT, © Paweł Kuna): for another one, copy the `d` of
 * its paths. The package has 6,000 icons and 88 MB. An icon is one line: its name and its path.
 */
import type { SVGProps } from 'react';

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in pixels. Default: 24. */
  size?: number;
  /** The width of an outline, in units of a 24th of the size. Default: 2. */
  stroke?: number;
}

const outlined = {
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const solid = { fill: 'currentColor' };
const outline = /* @__NO_SIDE_EFFECTS__ */ (path: TemplateStringsArray) => icon(path, outlined);
const filled = /* @__NO_SIDE_EFFECTS__ */ (path: TemplateStringsArray) => icon(path, solid);

/* @__NO_SIDE_EFFECTS__ */
function icon([path]: readonly string[], look: SVGProps<SVGSVGElement>) {
  return ({ size = 24, stroke = 2, ...rest }: IconProps) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the caller hides the icon or gives it a label.
    <svg viewBox="0 0 24 24" width={size} height={size} strokeWidth={stroke} {...look} {...rest}>
      <path d={path} />
    </svg>
  );
}

export const IconAlertCircle = outline`M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 8v4M12 16h.01`;
export const IconAlertTriangle = outline`M12 9v4M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0M12 16h.01`;
export const IconAlertTriangleFilled = filled`M12 1.67c.955 0 1.845 .467 2.39 1.247l.105 .16l8.114 13.548a2.914 2.914 0 0 1 -2.307 4.363l-.195 .008h-16.225a2.914 2.914 0 0 1 -2.582 -4.2l.099 -.185l8.11 -13.538a2.914 2.914 0 0 1 2.491 -1.403zm.01 13.33l-.127 .007a1 1 0 0 0 0 1.986l.117 .007l.127 -.007a1 1 0 0 0 0 -1.986l-.117 -.007zm-.01 -7a1 1 0 0 0 -.993 .883l-.007 .117v4l.007 .117a1 1 0 0 0 1.986 0l.007 -.117v-4l-.007 -.117a1 1 0 0 0 -.993 -.883z`;
export const IconArrowBackUp = outline`M9 14l-4 -4l4 -4M5 10h11a4 4 0 1 1 0 8h-1`;
export const IconArrowDown = outline`M12 5l0 14M18 13l-6 6M6 13l6 6`;
export const IconArrowForwardUp = outline`M15 14l4 -4l-4 -4M19 10h-11a4 4 0 1 0 0 8h1`;
export const IconArrowUp = outline`M12 5l0 14M18 11l-6 -6M6 11l6 -6`;
export const IconArrowsExchange = outline`M7 10h14l-4 -4M17 14h-14l4 4`;
export const IconArrowsSplit2 = outline`M21 17h-5.397a5 5 0 0 1 -4.096 -2.133l-.514 -.734a5 5 0 0 0 -4.096 -2.133h-3.897M21 7h-5.395a5 5 0 0 0 -4.098 2.135l-.51 .73a5 5 0 0 1 -4.097 2.135h-3.9M18 10l3 -3l-3 -3M18 20l3 -3l-3 -3`;
export const IconBan = outline`M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M5.7 5.7l12.6 12.6`;
export const IconBolt = outline`M13 3v7h6l-8 11v-7h-6l8 -11`;
export const IconBook = outline`M3 19a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6a9 9 0 0 1 9 0a9 9 0 0 1 9 0M3 6l0 13M12 6l0 13M21 6l0 13`;
export const IconBraces = outline`M7 4a2 2 0 0 0 -2 2v3a2 3 0 0 1 -2 3a2 3 0 0 1 2 3v3a2 2 0 0 0 2 2M17 4a2 2 0 0 1 2 2v3a2 3 0 0 0 2 3a2 3 0 0 0 -2 3v3a2 2 0 0 1 -2 2`;
export const IconCalendarTime = outline`M11.795 21h-6.795a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v4M14 18a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M15 3v4M7 3v4M3 11h16M18 16.496v1.504l1 1`;
export const IconCalendarX = outline`M13 21h-7a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v6.5M16 3v4M8 3v4M4 11h16M22 22l-5 -5M17 22l5 -5`;
export const IconCheck = outline`M5 12l5 5l10 -10`;
export const IconChevronDown = outline`M6 9l6 6l6 -6`;
export const IconChevronRight = outline`M9 6l6 6l-6 6`;
export const IconChevronUp = outline`M6 15l6 -6l6 6`;
export const IconCircle = outline`M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0`;
export const IconCircleCheck = outline`M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M9 12l2 2l4 -4`;
export const IconCircleCheckFilled = filled`M17 3.34a10 10 0 1 1 -14.995 8.984l-.005 -.324l.005 -.324a10 10 0 0 1 14.995 -8.336zm-1.293 5.953a1 1 0 0 0 -1.32 -.083l-.094 .083l-3.293 3.292l-1.293 -1.292l-.094 -.083a1 1 0 0 0 -1.403 1.403l.083 .094l2 2l.094 .083a1 1 0 0 0 1.226 0l.094 -.083l4 -4l.083 -.094a1 1 0 0 0 -.083 -1.32z`;
export const IconClock = outline`M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 7v5l3 3`;
export const IconCloudOff = outline`M9.58 5.548c.24 -.11 .492 -.207 .752 -.286c1.88 -.572 3.956 -.193 5.444 1c1.488 1.19 2.162 3.007 1.77 4.769h.99c1.913 0 3.464 1.56 3.464 3.486c0 .957 -.383 1.824 -1.003 2.454m-2.997 1.033h-11.343c-2.572 -.004 -4.657 -2.011 -4.657 -4.487c0 -2.475 2.085 -4.482 4.657 -4.482c.13 -.582 .37 -1.128 .7 -1.62M3 3l18 18`;
export const IconCode = outline`M7 8l-4 4l4 4M17 8l4 4l-4 4M14 4l-4 16`;
export const IconCopy = outline`M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -8.666M4.012 16.737a2.005 2.005 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1`;
export const IconCopyPlus = outline`M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -8.666M4.012 16.737a2 2 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1M11 14h6M14 11v6`;
export const IconCornerDownLeft = outline`M18 6v6a3 3 0 0 1 -3 3h-10l4 -4m0 8l-4 -4`;
export const IconCursorText = outline`M10 12h4M9 4a3 3 0 0 1 3 3v10a3 3 0 0 1 -3 3M15 4a3 3 0 0 0 -3 3v10a3 3 0 0 0 3 3`;
export const IconDeviceDesktop = outline`M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10M7 20h10M9 16v4M15 16v4`;
export const IconDeviceFloppy = outline`M6 4h10l4 4v10a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2M10 14a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M14 4l0 4l-6 0l0 -4`;
export const IconDoorEnter = outline`M13 12v.01M3 21h18M5 21v-16a2 2 0 0 1 2 -2h7.5m2.5 10.5v7.5M14 7h7m-3 -3l-3 3l3 3`;
export const IconDots = outline`M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0`;
export const IconDownload = outline`M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2M7 11l5 5l5 -5M12 4l0 12`;
export const IconExternalLink = outline`M12 6h-6a2 2 0 0 0 -2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-6M11 13l9 -9M15 4h5v5`;
export const IconFilter = outline`M4 4h16v2.2a2 2 0 0 1 -.6 1.4l-4.4 4.4v7l-6 2v-8.5l-4.5 -4.9a2 2 0 0 1 -.5 -1.4z`;
export const IconFlag = outline`M5 5a5 5 0 0 1 7 0a5 5 0 0 0 7 0v9a5 5 0 0 1 -7 0a5 5 0 0 0 -7 0v-9M5 21v-7`;
export const IconFlask = outline`M9 3l6 0M10 9l4 0M10 3v6l-4 11a.7 .7 0 0 0 .5 1h11a.7 .7 0 0 0 .5 -1l-4 -11v-6`;
export const IconHelp = outline`M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M12 17l0 .01M12 13.5a1.5 1.5 0 0 1 1 -1.5a2.6 2.6 0 1 0 -3 -4`;
export const IconHelpCircle = outline`M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 16v.01M12 13a2 2 0 0 0 .914 -3.782a1.98 1.98 0 0 0 -2.414 .483`;
export const IconHistory = outline`M12 8l0 4l2 2M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5`;
export const IconHome = outline`M5 12l-2 0l9 -9l9 9l-2 0M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-7M9 21v-6a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2v6`;
export const IconInbox = outline`M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12M4 13h3l3 3h4l3 -3h3`;
export const IconIndentIncrease = outline`M20 6l-11 0M20 12l-7 0M20 18l-11 0M4 8l4 4l-4 4`;
export const IconKey = outline`M16.555 3.843l3.602 3.602a2.877 2.877 0 0 1 0 4.069l-2.643 2.643a2.877 2.877 0 0 1 -4.069 0l-.301 -.301l-6.558 6.558a2 2 0 0 1 -1.239 .578l-.175 .008h-1.172a1 1 0 0 1 -.993 -.883l-.007 -.117v-1.172a2 2 0 0 1 .467 -1.284l.119 -.13l.414 -.414h2v-2h2v-2l2.144 -2.144l-.301 -.301a2.877 2.877 0 0 1 0 -4.069l2.643 -2.643a2.877 2.877 0 0 1 4.069 0M15 9h.01`;
export const IconKeyboard = outline`M2 8a2 2 0 0 1 2 -2h16a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2l0 -8M6 10l0 .01M10 10l0 .01M14 10l0 .01M18 10l0 .01M6 14l0 .01M18 14l0 .01M10 14l4 .01`;
export const IconLayoutDistributeVertical = outline`M4 4l0 16M20 4l0 16M9 8a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-2a2 2 0 0 1 -2 -2l0 -8`;
export const IconLink = outline`M9 15l6 -6M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463`;
export const IconListCheck = outline`M3.5 5.5l1.5 1.5l2.5 -2.5M3.5 11.5l1.5 1.5l2.5 -2.5M3.5 17.5l1.5 1.5l2.5 -2.5M11 6l9 0M11 12l9 0M11 18l9 0`;
export const IconLoader = outline`M12 6l0 -3M16.25 7.75l2.15 -2.15M18 12l3 0M16.25 16.25l2.15 2.15M12 18l0 3M7.75 16.25l-2.15 2.15M6 12l-3 0M7.75 7.75l-2.15 -2.15`;
export const IconLogout = outline`M14 8v-2a2 2 0 0 0 -2 -2h-7a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2 -2v-2M9 12h12l-3 -3M18 15l3 -3`;
export const IconMail = outline`M3 7a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10M3 7l9 6l9 -6`;
export const IconMailCheck = outline`M11 19h-6a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v6M3 7l9 6l9 -6M15 19l2 2l4 -4`;
export const IconMailOff = outline`M9 5h10a2 2 0 0 1 2 2v10m-2 2h-14a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2M3 7l9 6l.565 -.377m2.435 -1.623l6 -4M3 3l18 18`;
export const IconMoon = outline`M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1 -8.313 -12.454l0 .008`;
export const IconPaperclip = outline`M15 7l-6.5 6.5a1.5 1.5 0 0 0 3 3l6.5 -6.5a3 3 0 0 0 -6 -6l-6.5 6.5a4.5 4.5 0 0 0 9 9l6.5 -6.5`;
export const IconPencil = outline`M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4M13.5 6.5l4 4`;
export const IconPhoto = outline`M15 8h.01M3 6a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-12M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5M14 14l1 -1c.928 -.893 2.072 -.893 3 0l3 3`;
export const IconPlayerPause = outline`M6 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12M14 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12`;
export const IconPlayerPlay = outline`M7 4v16l13 -8l-13 -8`;
export const IconPlus = outline`M12 5l0 14M5 12l14 0`;
export const IconRefresh = outline`M20 11a8.1 8.1 0 0 0 -15.5 -2m-.5 -4v4h4M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4`;
export const IconRegex = outline`M6.5 15a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0 -5M17 7.875l3 -1.687M17 7.875v3.375M17 7.875l-3 -1.687M17 7.875l3 1.688M17 4.5v3.375M17 7.875l-3 1.688`;
export const IconRestore = outline`M3.06 13a9 9 0 1 0 .49 -4.087M3 4.001v5h5M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0`;
export const IconSearch = outline`M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0M21 21l-6 -6`;
export const IconSelector = outline`M8 9l4 -4l4 4M16 15l-4 4l-4 -4`;
export const IconSend = outline`M10 14l11 -11M21 3l-6.5 18a.55 .55 0 0 1 -1 0l-3.5 -7l-7 -3.5a.55 .55 0 0 1 0 -1l18 -6.5`;
export const IconSun = outline`M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M3 12h1m8 -9v1m8 8h1m-9 8v1m-6.4 -15.4l.7 .7m12.1 -.7l-.7 .7m0 11.4l.7 .7m-12.1 -.7l-.7 .7`;
export const IconTemplate = outline`M4 5a1 1 0 0 1 1 -1h14a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-14a1 1 0 0 1 -1 -1l0 -2M4 13a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -6M14 12l6 0M14 16l6 0M14 20l6 0`;
export const IconTrash = outline`M4 7l16 0M10 11l0 6M14 11l0 6M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3`;
export const IconUpload = outline`M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2M7 9l5 -5l5 5M12 4l0 12`;
export const IconUsers = outline`M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M3 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2M16 3.13a4 4 0 0 1 0 7.75M21 21v-2a4 4 0 0 0 -3 -3.85`;
export const IconUser = outline`M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0M6 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2`;
export const IconVariable = outline`M5 4c-2.5 5 -2.5 10 0 16m14 -16c2.5 5 2.5 10 0 16m-10 -11h1c1 0 1 1 2.016 3.527c.984 2.473 .984 3.473 1.984 3.473h1M8 16c1.5 0 3 -2 4 -3.5s2.5 -3.5 4 -3.5`;
export const IconVirus = outline`M7 12a5 5 0 1 0 10 0a5 5 0 1 0 -10 0M12 7v-4M11 3h2M15.536 8.464l2.828 -2.828M17.657 4.929l1.414 1.414M17 12h4M21 11v2M15.535 15.536l2.829 2.828M19.071 17.657l-1.414 1.414M12 17v4M13 21h-2M8.465 15.536l-2.829 2.828M6.343 19.071l-1.413 -1.414M7 12h-4M3 13v-2M8.464 8.464l-2.828 -2.828M4.929 6.343l1.414 -1.413`;
export const IconWebhook = outline`M4.876 13.61a4 4 0 1 0 6.124 3.39h6M15.066 20.502a4 4 0 1 0 1.934 -7.502c-.706 0 -1.424 .179 -2 .5l-3 -5.5M16 8a4 4 0 1 0 -8 0c0 1.506 .77 2.818 2 3.5l-3 5.5`;
export const IconWifiOff = outline`M12 18l.01 0M9.172 15.172a4 4 0 0 1 5.656 0M6.343 12.343a7.963 7.963 0 0 1 3.864 -2.14m4.163 .155a7.965 7.965 0 0 1 3.287 2M3.515 9.515a12 12 0 0 1 3.544 -2.455m3.101 -.92a12 12 0 0 1 10.325 3.374M3 3l18 18`;
export const IconX = outline`M18 6l-12 12M6 6l12 12`;
