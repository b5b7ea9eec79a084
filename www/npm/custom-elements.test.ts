import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import ts from "typescript";

interface Named {
  name: string;
  fieldName?: string;
  attribute?: string;
  kind?: string;
  type?: { text: string };
}

interface Declaration {
  tagName: string;
  attributes: Named[];
  members: Named[];
  events: Named[];
  cssParts: Named[];
  cssProperties: Named[];
}

const manifest = JSON.parse(readFileSync("www/npm/custom-elements.json", "utf8")) as {
  schemaVersion: string;
  modules: [{ path: string; declarations: [Declaration] }];
};
const [element] = manifest.modules[0].declarations;

/** Every node of a file's syntax. */
function* nodesOf(path: string): Generator<ts.Node> {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const stack: ts.Node[] = [file];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    stack.push(...node.getChildren());
  }
}

function sources(ending: string): string[] {
  return ["www/shared", "www/component"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending) && !/generated|\.test\.ts$/.test(name))
      .map((name) => join(folder, name)),
  );
}

function names(entries: readonly Named[]): string[] {
  return entries.map(({ name }) => name).sort();
}

function unique(values: Iterable<string>): string[] {
  return [...new Set(values)].sort();
}

test("the manifest is one by its own schema", () => {
  const schema = JSON.parse(
    readFileSync("node_modules/custom-elements-manifest/schema.json", "utf8"),
  ) as object;
  const validate = new Ajv({ strict: false, validateFormats: false, logger: false }).compile(schema);
  assert.ok(validate(manifest), JSON.stringify(validate.errors));
  assert.equal(manifest.schemaVersion, "2.1.0");
  assert.equal(manifest.modules[0].path, "cite-light.js");
});

test("its attributes are those that the code reads", () => {
  const read: string[] = [];
  for (const path of ["www/component/cite-light.ts", "www/component/attributes.ts"])
    for (const node of nodesOf(path)) {
      const [first] = ts.isCallExpression(node) ? node.arguments : [];
      if (first === undefined || !ts.isCallExpression(node) || !ts.isStringLiteral(first)) continue;
      const { expression } = node;
      if (
        ts.isPropertyAccessExpression(expression) &&
        expression.expression.kind === ts.SyntaxKind.ThisKeyword &&
        /^(get|set|has|toggle|remove)Attribute$/.test(expression.name.text)
      )
        read.push(first.text);
    }
  // `lang` is every element's; the component says what it makes of it.
  assert.deepEqual(names(element.attributes), unique([...read, "lang"]));
});

test("its members are the public ones of the class, each with its attribute and type", () => {
  const own: Named[] = [];
  for (const path of ["www/component/cite-light.ts", "www/component/attributes.ts"])
    for (const node of nodesOf(path)) {
      const isPublic = ts.isGetAccessor(node) || ts.isMethodDeclaration(node);
      if (!isPublic || !ts.isIdentifier(node.name) || node.name.text.endsWith("Callback")) continue;
      own.push({
        name: node.name.text,
        kind: ts.isGetAccessor(node) ? "field" : "method",
        ...(ts.isGetAccessor(node) ? { type: { text: node.type?.getText() ?? "" } } : {}),
      });
    }
  const told = element.members.map(({ name, kind = "", type }) => ({
    name,
    kind,
    ...(type === undefined ? {} : { type: { text: type.text } }),
  }));
  const byName = (a: Named, b: Named): number => (a.name < b.name ? -1 : 1);
  assert.deepEqual(told.sort(byName), own.sort(byName));
  for (const { name, attribute } of element.members.filter(({ kind }) => kind === "field"))
    assert.equal(element.attributes.find((one) => one.name === attribute)?.fieldName, name);
});

test("its events are those of the code's types, and those are what is emitted", () => {
  const typed: string[] = [];
  const events = new Map<string, string>();
  for (const node of nodesOf("www/component/events.ts"))
    if (ts.isPropertySignature(node) && ts.isStringLiteral(node.name)) {
      typed.push(node.name.text);
      events.set(node.name.text, node.type?.getText() ?? "");
    }
  assert.deepEqual(names(element.events), unique(typed));
  for (const { name, type } of element.events) assert.equal(type?.text, events.get(name), name);
  const emitted: string[] = [];
  for (const path of ["cite-light", "component-session", "findings-session"])
    for (const [, name] of readFileSync(`www/component/${path}.ts`, "utf8").matchAll(/emit\("([^"]+)"/g))
      emitted.push(name ?? "");
  assert.deepEqual(unique(emitted), unique(typed));
});

test("its parts and custom properties are those of the panel and its style", () => {
  const parts: string[] = [];
  for (const path of [
    "www/component/cite-light.ts",
    "www/component/badge.ts",
    ...sources(".ts").filter((path) => path.includes("/ui/")),
  ])
    for (const [, name] of readFileSync(path, "utf8").matchAll(/\bpart(?:: |", )"([\w -]+)"/g))
      parts.push(...(name ?? "").split(" "));
  assert.deepEqual(names(element.cssParts), unique(parts));
  const properties: string[] = [];
  // Those of the marks (page/marks.css) are between us: their tints are measured against the page.
  for (const path of sources(".css").filter((path) => path.includes("/ui/")))
    for (const [name] of readFileSync(path, "utf8").matchAll(/--citelight-[\w-]+/g)) properties.push(name);
  assert.deepEqual(names(element.cssProperties), unique(properties));
});

test("the reference in the documentation names all of it", () => {
  const docs = readFileSync("docs/component.md", "utf8");
  for (const { name } of [
    ...element.attributes,
    ...element.members,
    ...element.events,
    ...element.cssParts,
    ...element.cssProperties,
  ])
    assert.match(docs, new RegExp(`\`${name}(\`|\\()`), `docs/component.md names ${name}`);
});
