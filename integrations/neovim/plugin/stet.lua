-- Begins when Neovim does; `let g:stet_disabled = 1` in your configuration keeps it from that.
if vim.g.stet_disabled == 1 or vim.g.loaded_stet == 1 then return end
vim.g.loaded_stet = 1
require('stet').setup()
