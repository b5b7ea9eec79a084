-- Neovim 0.11 or newer: save it as ~/.config/nvim/lsp/citelight.lua and add `vim.lsp.enable("citelight")` to init.lua.
return {
  cmd = { "citelight", "lsp" },
  filetypes = { "bib", "tex", "plaintex", "markdown", "quarto", "rmd" },
  root_markers = { ".git", "latexmkrc", "_quarto.yml" },
}
