// Written by `postrider template types`: do not edit.
import type { Value } from '@postrider/client';

declare global {
  interface PostriderTemplates {
    "password-reset": {
      variables: {
        name?: Value;
        link: Value;
      };
      rendered: {
        name: Value;
        link: Value;
      };
      sends: true;
    };
    receipt: {
      variables: {
        order?: Value;
        shop?: Value;
        total?: Value;
        date?: Value;
        name?: Value;
        items?: readonly {
          name: Value;
          quantity?: Value;
          price: Value;
        }[];
        subtotal?: Value;
        shipping?: Value;
        address?: Value;
        payment?: Value;
        support?: Value;
      };
      sends: false;
    };
    welcome: {
      variables: {
        product?: Value;
        name: Value;
        start_url?: Value;
        company?: Value;
      };
      sends: true;
    };
  }
}
