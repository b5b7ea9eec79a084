// Types of <cite-light> in JSX: import type {} from "cite-light/react";
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { CiteLight, CiteLightEvents } from "./cite-light.js";

// Not called Attributes: within the augmentation below that is a name of React.
type OwnAttributes = {
  [
    K in
      | "for"
      | "src"
      | "doi"
      | "badge"
      | "href"
      | "mode"
      | "theme"
      | "policy"
      | "assets"
      | "models"
      | "library"
      | "endpoint"
  ]?: CiteLight[K];
} & {
  "look-up"?: CiteLight["lookUp"];
  "browser-model"?: CiteLight["browserModel"];
  "hide-empty"?: CiteLight["hideEmpty"];
  "endpoint-kind"?: CiteLight["endpointKind"];
  "endpoint-model"?: CiteLight["endpointModel"];
  "endpoint-format"?: CiteLight["endpointFormat"];
  "endpoint-ask"?: CiteLight["endpointAsk"];
};

// React 19 listens to any event of a custom element: on and its name.
type OwnListeners = { [K in keyof CiteLightEvents as `on${K}`]?: (event: CiteLightEvents[K]) => void };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "cite-light": DetailedHTMLProps<HTMLAttributes<CiteLight>, CiteLight> & OwnAttributes & OwnListeners;
    }
  }
}
