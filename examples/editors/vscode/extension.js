// Connects Visual Studio Code with `citelight lsp`.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("citelight");
  const server = { command: settings.get("command"), args: ["lsp", ...settings.get("arguments")] };
  const languages = ["bibtex", "latex", "tex", "markdown"];
  client = new LanguageClient("citelight", "Citelight", server, {
    documentSelector: languages.map((language) => ({ scheme: "file", language })),
  });
  return client.start();
};

exports.deactivate = () => client?.stop();
