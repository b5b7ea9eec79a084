// The reference of the npm package's types as a page for mdBook, made by TypeDoc from the sources: what an import of "cite-light" gives.
//
// A type that is spoken of and not exported, and a thing without a comment, are errors.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  Application,
  Comment,
  Converter,
  DeclarationReflection,
  LogLevel,
  ReflectionKind,
  UnknownType,
} from "typedoc";

const ENTRY = "www/component/cite-light.ts";
/** The packages whose types the page tells: TypeDoc takes others for granted. */
const PACKAGES = ["citelight", "@citelight/shared"];
export const PAGE = "cite-light.md";

/** @type {import("typedoc-plugin-markdown").PluginOptions & Partial<import("typedoc").TypeDocOptions>} */
const LAYOUT = {
  entryFileName: PAGE.replace(/\.md$/, ""),
  router: "module",
  hidePageHeader: true,
  hidePageTitle: true,
  hideBreadcrumbs: true,
  // One page holds them all: every heading names its own anchor.
  useCustomAnchors: true,
  parametersFormat: "table",
  classPropertiesFormat: "table",
  interfacePropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  typeDeclarationFormat: "table",
};

const INTRODUCTION = `# TypeScript types of the component

What \`import type { … } from "cite-light"\` gives: the element, its events, findings, and the file of findings that \`src\` reads
([\`CheckExport\`](#checkexport)). Attributes, parts and custom properties are told [with the component](../component.md). In JSX of React 19
\`import type {} from "cite-light/react"\` makes \`<cite-light>\` known.

This page is made from the sources by TypeDoc.
`;

/** What browsers call, and nobody else. @param {DeclarationReflection} member */
const isOfBrowsers = ({ kind, name }) =>
  kind === ReflectionKind.Constructor || name === "observedAttributes" || name.endsWith("Callback");

/** An attribute is a pair of accessors in the code, and one property for those who use it. @param {DeclarationReflection} accessor */
function asProperty(accessor) {
  const read = accessor.getSignature;
  if (read === undefined) throw new Error(`${accessor.name} cannot be read`);
  accessor.kind = ReflectionKind.Property;
  if (read.type) accessor.type = read.type;
  if (read.comment) accessor.comment = read.comment;
  delete accessor.getSignature;
  delete accessor.setSignature;
}

/** The element as those see it who use it. @param {import("typedoc").Context} context */
function simplifyElement({ project }) {
  for (const member of Object.values(project.reflections)) {
    if (!(member instanceof DeclarationReflection) || member.parent?.kind !== ReflectionKind.Class) continue;
    if (isOfBrowsers(member)) project.removeReflection(member);
    else if (member.kind === ReflectionKind.Accessor) asProperty(member);
    // Which of our classes it stands in is of no use to them.
    delete member.inheritedFrom;
    for (const signature of member.signatures ?? []) delete signature.inheritedFrom;
  }
  for (const element of project.getReflectionsByKind(ReflectionKind.Class))
    if (element instanceof DeclarationReflection) element.extendedTypes = [new UnknownType("HTMLElement")];
}

/**
 * Comments that came from Rust link with `[`Type::Variant`]`: to the type, where it is on the page.
 *
 * @param {import("typedoc").CommentDisplayPart[]} parts
 * @param {import("typedoc").ProjectReflection} project
 * @returns {import("typedoc").CommentDisplayPart[]}
 */
function withLinks(parts, project) {
  return parts.map((part, index) => {
    const before = parts[index - 1];
    const after = parts[index + 1];
    if (part.kind !== "code" || !before?.text.endsWith("[") || !after?.text.startsWith("]")) return part;
    before.text = before.text.slice(0, -1);
    after.text = after.text.slice(1);
    const [type = "", ...rest] = part.text.replaceAll("`", "").split("::");
    const target = project.getChildByName(type);
    const text = [type, ...rest].join(".");
    return target
      ? { kind: "inline-tag", tag: "@linkcode", text, target }
      : { kind: "code", text: `\`${text}\`` };
  });
}

/** The field by which the alternatives of a type are told apart. @param {import("typedoc").Reflection} reflection */
const isTag = (reflection) =>
  reflection instanceof DeclarationReflection &&
  reflection.kind === ReflectionKind.Property &&
  reflection.type?.type === "literal";

/** Headings that stand under every type, and types that are told a second time. @param {string} text */
function withoutRepetition(text) {
  return text
    .replace(/^(> \*\*\w+\*\* =) \\\{.*\\\} \\\| \\\{.*$/gm, "$1 one of these:")
    .replace(/^#{4,6} (Properties|Union Members|Type Literal|Type Declaration)\n\n/gm, "")
    .replace(/^#{4,6} Returns\n\n.*\n\n?/gm, "")
    .replace(/^\*\*\*\n\n/gm, "");
}

/** @param {string} folder where the page is written */
export async function writeApiPage(folder) {
  const app = await Application.bootstrapWithPlugins({
    name: "cite-light",
    entryPoints: [ENTRY],
    tsconfig: "tsconfig.json",
    plugin: ["typedoc-plugin-markdown"],
    readme: "none",
    logLevel: LogLevel.Warn,
    skipErrorChecking: true, // `npm run typecheck` does it
    disableSources: true,
    excludeExternals: true,
    excludePrivate: true,
    excludeProtected: true,
    // A range of characters: told by what it is the range of.
    intentionallyNotDocumented: ["Evidence.differing", "Need.range"].flatMap((range) =>
      ["start", "end"].map((end) => `${range}.__type.${end}`),
    ),
    packagesRequiringDocumentation: PACKAGES,
    validation: {
      notExported: true,
      invalidLink: true,
      notDocumented: true,
      rewrittenLink: true,
      unusedMergeModuleWith: true,
    },
    outputs: [{ name: "markdown", path: folder, options: LAYOUT }],
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    simplifyElement(context);
    for (const reflection of Object.values(context.project.reflections)) {
      if (isTag(reflection))
        reflection.comment ??= new Comment([{ kind: "text", text: "Which of these it is." }]);
      const { comment } = reflection;
      if (comment) comment.summary = withLinks(comment.summary, context.project);
    }
  });
  const project = await app.convert();
  if (project === undefined) throw new Error(`TypeDoc could not read ${ENTRY}`);
  for (const name of PACKAGES) {
    project.packageName = name;
    app.validate(project);
  }
  await app.generateOutputs(project);
  const { errorCount, warningCount } = app.logger;
  if (errorCount + warningCount > 0)
    throw new Error(
      `TypeDoc is not content with ${ENTRY}: see above. A type that it misses belongs into www/component/types.ts`,
    );
  const page = join(folder, PAGE);
  writeFileSync(page, `${INTRODUCTION}\n${withoutRepetition(readFileSync(page, "utf8"))}`);
}
