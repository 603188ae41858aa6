-- Reports the files of a workspace that are open in Neovim to Stet, and carries out its requests: it saves a file before
-- somebody else works on it, loads it again after it changed, and follows it when it is moved.
--
-- For each workspace it runs `stet coordinate present` and exchanges one JSON document per line with it.

local M = {
  -- The program; `let g:stet_command = '/path/to/stet'` names another.
  command = 'stet',
}

-- By the root of each workspace: { id = job, rest = text without a line end, buffers = { [presenter] = buffer },
-- presenters = { [buffer] = presenter }, waiting = { [path] = buffer } }.
local workspaces = {}

-- Buffers with unsaved text whose file changed since it was loaded.
local stale = {}

local function tell(text)
  vim.api.nvim_echo({ { 'stet: ' .. text } }, true, {})
end

-- The workspace that holds a file, and the file's path in it; nil where there is none.
local function place(file)
  local folder = vim.loop.fs_realpath(vim.fn.fnamemodify(file, ':p:h'))
  local name = vim.fn.fnamemodify(file, ':t')
  local root = folder
  while root do
    local found = vim.loop.fs_stat(root .. '/.git/stet')
    if found and found.type == 'directory' then
      local path = folder .. '/' .. name
      return root, path:sub(#root + 2)
    end
    local above = vim.fn.fnamemodify(root, ':h')
    root = above ~= root and above or nil
  end
end

-- Runs a command in a buffer without a question to the person; nil, or what went wrong.
local function quietly(buffer, command)
  local message
  local done, failure = pcall(vim.api.nvim_buf_call, buffer, function()
    local fine, why = pcall(vim.cmd, command)
    if not fine then message = why end
  end)
  if not done then message = failure end
  return message and tostring(message) or nil
end

local function save(buffer)
  if not vim.bo[buffer].modified then return nil end
  if vim.bo[buffer].readonly then return 'the buffer is read-only' end
  -- Neovim asks before it writes over a file that changed, whatever its options are, and only the person can answer.
  if stale[buffer] then return 'the file changed on disk since it was loaded' end
  return quietly(buffer, 'silent write!')
end

local function reload(buffer)
  -- What was typed and not saved is not thrown away: when it is saved Stet merges it, or asks where another program has
  -- read the file since and may have shown the person the newer text.
  if vim.bo[buffer].modified then
    stale[buffer] = true
    return tell('the file changed; answer y when :write asks: both texts are kept, merged or as one of "stet questions"')
  end
  local views = {}
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    views[window] = vim.api.nvim_win_call(window, vim.fn.winsaveview)
  end
  quietly(buffer, 'silent checktime')
  for window, view in pairs(views) do
    if vim.api.nvim_win_is_valid(window) then
      vim.api.nvim_win_call(window, function() vim.fn.winrestview(view) end)
    end
  end
end

local function follow(buffer, file)
  local old = vim.api.nvim_buf_get_name(buffer)
  if old == file then return end
  if not pcall(vim.api.nvim_buf_set_name, buffer, file) then return end
  -- Neovim keeps a buffer of the old name, which nobody asked for.
  local left = vim.fn.bufnr('^' .. vim.fn.escape(old, '^$.*?/\\[]~') .. '$')
  if left ~= -1 and left ~= buffer then pcall(vim.api.nvim_buf_delete, left, { force = true }) end
  if vim.bo[buffer].modified then return tell('the file is now ' .. file .. '; save it with :write!') end
  -- A buffer that was given a name counts as not read from its file until it is written: later saves would be refused.
  quietly(buffer, 'silent write!')
end

local answers = {
  ['save'] = save,
  ['save-and-let-go'] = save,
  ['let-go'] = function() end,
  ['goes'] = function() end,
}

local function send(workspace, document)
  if workspace.id then pcall(vim.fn.chansend, workspace.id, vim.json.encode(document) .. '\n') end
end

local function take(root, line)
  local workspace = workspaces[root]
  local fine, document = pcall(vim.json.decode, line)
  if not workspace or not fine or type(document) ~= 'table' then return end
  if document.presents then
    local buffer = workspace.waiting[document.presents]
    workspace.waiting[document.presents] = nil
    if buffer and vim.api.nvim_buf_is_valid(buffer) then
      workspace.buffers[document.presenter] = buffer
      workspace.presenters[buffer] = document.presenter
    else
      send(workspace, { leave = document.presenter })
    end
    return
  end
  local buffer = workspace.buffers[document.presenter]
  if not buffer or not vim.api.nvim_buf_is_valid(buffer) then return end
  local answer = answers[document.notice]
  if answer then
    local failure = answer(buffer)
    if document.notice ~= 'save' and document.by then tell(document.by .. ' works on ' .. document.path) end
    return send(workspace, { answer = document.id, failure = failure })
  end
  if document.notice == 'changed' or document.notice == 'free' then
    reload(buffer)
  elseif document.notice == 'moved' then
    if document.newPath then follow(buffer, root .. '/' .. document.newPath) end
  elseif document.notice == 'deleted' then
    tell(document.path .. ' was deleted; the text is still here')
  end
end

-- The program of a workspace; started where none runs.
local function program(root)
  local workspace = workspaces[root]
  if workspace then return workspace end
  workspace = { rest = '', buffers = {}, presenters = {}, waiting = {} }
  local job = vim.fn.jobstart({ M.command, '-C', root, 'coordinate', 'present', '--name', 'Neovim' }, {
    on_stdout = function(_, lines)
      lines[1] = workspace.rest .. lines[1]
      workspace.rest = table.remove(lines)
      for _, line in ipairs(lines) do
        if line ~= '' then take(root, line) end
      end
    end,
    -- Where the daemon was stopped the program ends at once: the next file that is opened asks anew.
    on_exit = function()
      if workspaces[root] == workspace then workspaces[root] = nil end
    end,
  })
  if job <= 0 then return nil end
  workspace.id = job
  workspaces[root] = workspace
  return workspace
end

-- Says that a buffer's file is open.
function M.present(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' or vim.bo[buffer].buftype ~= '' or vim.fn.executable(M.command) == 0 then return end
  local root, path = place(file)
  local workspace = root and program(root)
  if not workspace or workspace.presenters[buffer] or workspace.waiting[path] then return end
  -- Without this `checktime` would ask, where there is nothing to decide.
  vim.bo[buffer].autoread = true
  workspace.waiting[path] = buffer
  send(workspace, { present = root .. '/' .. path })
end

-- Says that it is open no more.
function M.leave(buffer)
  for _, workspace in pairs(workspaces) do
    local presenter = workspace.presenters[buffer]
    if presenter then
      workspace.presenters[buffer] = nil
      workspace.buffers[presenter] = nil
      send(workspace, { leave = presenter })
    end
  end
end

-- Begins to report every file that is opened.
function M.setup(options)
  M.command = (options and options.command) or vim.g.stet_command or M.command
  local group = vim.api.nvim_create_augroup('stet', { clear = true })
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
    group = group,
    callback = function(event) M.present(event.buf) end,
  })
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufWritePost', 'BufWipeout' }, {
    group = group,
    callback = function(event) stale[event.buf] = nil end,
  })
  vim.api.nvim_create_autocmd({ 'BufDelete', 'BufWipeout' }, {
    group = group,
    callback = function(event) M.leave(event.buf) end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then M.present(buffer) end
  end
end

return M
