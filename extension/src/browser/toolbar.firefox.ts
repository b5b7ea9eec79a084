/** Firefox's toolbar. */

/** How the reader pins the button there: a name in the catalogues (`welcome.pin`). */
export const PINNING: "chrome" | "firefox" = "firefox";
