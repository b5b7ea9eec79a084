// The environment of the tests' browsers: the same fonts, language and time zone on every machine.

import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const FONTS = "node_modules/@expo-google-fonts/noto-sans";
const STYLES = ["400Regular", "400Regular_Italic", "600SemiBold", "700Bold", "700Bold_Italic"];
/**
 * By these names the viewer's pdf.js looks for Helvetica on the machine. Where it finds none it asks for a font that the viewer does not
 * carry (docs/supply-chain.md), and the browser reports an error.
 */
const HELVETICA = {
  "Noto Sans Regular": "Helvetica",
  "Noto Sans Italic": "Helvetica Italic",
  "Noto Sans Bold": "Helvetica Bold",
  "Noto Sans Bold Italic": "Helvetica Bold Italic",
};

/**
 * A configuration of fontconfig that knows one family only, in FOLDER.
 *
 * @param {string} folder
 * @returns {string} its path
 */
function fontConfiguration(folder) {
  mkdirSync(folder, { recursive: true });
  const path = resolve(folder, "fonts.conf");
  const directories = STYLES.map((style) => `  <dir>${resolve(FONTS, style)}</dir>`).join("\n");
  const names = Object.entries(HELVETICA).map(
    ([own, other]) => `  <match target="scan">
    <test name="fullname"><string>${own}</string></test>
    <edit name="fullname" mode="append"><string>${other}</string></edit>
  </match>`,
  );
  writeFileSync(
    path,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${directories}
${names.join("\n")}
  <cachedir>${join(resolve(folder), "named-cache")}</cachedir>
  <match target="pattern">
    <edit name="family" mode="append" binding="weak"><string>Noto Sans</string></edit>
  </match>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`,
  );
  return path;
}

/** What a user's desktop tells browsers about how things should look and read. */
const DESKTOP =
  /^(LANG|LANGUAGE|LC_.*|TZ|FONTCONFIG_.*|GTK_.*|GDK_.*|QT_.*|XDG_CURRENT_DESKTOP|DESKTOP_SESSION)$/;

/**
 * The user's environment with fonts, language and time zone of the tests. Fonts are set where browsers use fontconfig (Linux, BSD).
 *
 * @param {string} folder for the configuration of fonts
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {NodeJS.ProcessEnv}
 */
export function steadyEnvironment(folder, environment = process.env) {
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !DESKTOP.test(name))),
    LANG: "en_US.UTF-8",
    LANGUAGE: "en_US",
    TZ: "UTC",
    FONTCONFIG_FILE: fontConfiguration(folder),
  };
}
