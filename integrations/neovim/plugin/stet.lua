-- Starts with Neovim, unless your configuration has `let g:stet_disabled = 1`.
if vim.g.stet_disabled == 1 or vim.g.loaded_stet == 1 then return end
vim.g.loaded_stet = 1
require('stet').setup()
