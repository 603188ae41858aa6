/// The files that programs obey when a folder is opened: for each program, the names and the page that documents them.
///
/// A name counts in every folder, because such programs search the folder in which they were started. A name with a
/// slash is that of a file in a folder. A pattern that covers a folder covers everything below it. Names that people
/// also give to documents, such as `gemini.md`, count only in the program's spelling. A new line needs a source: a page
/// by the makers of the program.
enum ControlFileTable {
  /// The files of one program.
  struct Line: Sendable {
    /// The program that obeys the files.
    let program: String
    /// The patterns of the names, compared without case.
    let names: [String]
    /// The names that count in this spelling only; with a leading slash, only in the workspace's root.
    let spelled: [String]
    /// Names, in the form of `spelled`, of instruction files: agents read them and no program executes them. A policy
    /// can allow agents to write one.
    let instructions: [String]
    /// The page that documents the names.
    let source: String

    /// Creates the entry of one program.
    init(
      _ program: String, _ names: [String], spelled: [String] = [], instructions: [String] = [], _ source: String
    ) {
      self.program = program
      self.names = names
      self.spelled = spelled
      self.instructions = instructions
      self.source = source
    }
  }

  static let lines = stet + git + gitHooks + editors + notePrograms + agents + shells + languages + builders

  /// A person runs the prompt of an ability later, with their own authority.
  private static let stet = [Line("Stet", [".stet", "Abilities/*/SKILL.md"], "Security.md")]

  private static let git = [
    Line("git", [".git", "HEAD"], "https://git-scm.com/docs/gitrepository-layout"),
    Line("git", [".gitattributes"], "https://git-scm.com/docs/gitattributes"),
    Line("git", [".gitignore"], "https://git-scm.com/docs/gitignore"),
    Line("git", [".gitmodules"], "https://git-scm.com/docs/gitmodules"),
    Line("git", [".gitconfig", ".config/git"], "https://git-scm.com/docs/git-config#FILES"),
    Line("git-lfs", [".lfsconfig"], "https://github.com/git-lfs/git-lfs/blob/main/docs/man/git-lfs-config.adoc"),
    Line("ssh", [".ssh"], "https://man.openbsd.org/ssh_config"),
    // A repository of these names programs in its configuration, which may be in another folder that it names.
    Line("Mercurial", [".hg"], "https://www.mercurial-scm.org/doc/hgrc.5.html"),
    Line("Jujutsu", [".jj"], "https://docs.jj-vcs.dev/latest/config/"),
    Line("Sapling", [".sl"], "https://sapling-scm.com/docs/commands/config"),
    Line("Darcs", ["_darcs"], "https://hackage.haskell.org/package/darcs-2.2.1/docs/src/Darcs-ArgumentDefaults.html"),
    Line("Breezy", [".bzr"], "https://www.breezy-vcs.org/doc/en/user-reference/configuration-help.html"),
    Line("Pijul", [".pijul"], "https://pijul.org/manual/configuration.html"),
  ]

  private static let gitHooks = [
    Line("git hooks", [".githooks"], "https://git-scm.com/docs/githooks"),
    Line("husky", [".husky"], "https://typicode.github.io/husky/"),
    Line(
      "pre-commit", [".pre-commit-config.yaml", ".pre-commit-config.yml", ".pre-commit-hooks.yaml"],
      "https://pre-commit.com/#plugins"),
    Line(
      "lefthook", ["lefthook*.y*ml", ".lefthook*", "lefthook*.toml", "lefthook*.json"],
      "https://lefthook.dev/configuration/"),
    Line("overcommit", [".overcommit.yml", ".git-hooks"], "https://github.com/sds/overcommit#configuration"),
    // The tool's own configuration names modules that it loads as rules.
    Line(
      "markdownlint",
      [".markdownlint*.cjs", ".markdownlint*.mjs", ".markdownlint-cli2.json*", ".markdownlint-cli2.yaml"],
      "https://github.com/DavidAnson/markdownlint-cli2#configuration"),
    Line("lint-staged", [".lintstagedrc*", "lint-staged.config.*"], "https://github.com/lint-staged/lint-staged"),
    // Editors run these programs when a file is opened or saved, and their configuration names modules to load.
    Line("Prettier", [".prettierrc*", "prettier.config.*"], "https://prettier.io/docs/configuration"),
    Line(
      "ESLint", [".eslintrc*", "eslint.config.*"], "https://eslint.org/docs/latest/use/configure/configuration-files"),
    Line("Stylelint", [".stylelintrc*", "stylelint.config.*"], "https://stylelint.io/user-guide/configure"),
    Line("remark", [".remarkrc*"], "https://github.com/remarkjs/remark/tree/main/packages/remark-cli"),
    Line("textlint", [".textlintrc*"], "https://textlint.org/docs/configuring"),
    Line("RuboCop", [".rubocop*"], "https://docs.rubocop.org/rubocop/configuration.html"),
    Line("Pylint", [".pylintrc*", "pylintrc*"], "https://pylint.readthedocs.io/en/latest/user_guide/configuration/"),
    Line("mypy", [".mypy.ini", "mypy.ini"], "https://mypy.readthedocs.io/en/stable/config_file.html"),
    Line("Flake8", [".flake8"], "https://flake8.pycqa.org/en/latest/user/configuration.html"),
  ]

  private static let editors = [
    Line(
      "Vim",
      [".vimrc", "_vimrc", ".gvimrc", "_gvimrc", ".exrc", "_exrc", ".vim", ".vimrc.lua", ".lvimrc", ".local.vimrc"],
      "https://vimhelp.org/options.txt.html#'exrc'"),
    Line("Neovim", [".nvim.lua", ".nvimrc", ".nvim"], "https://neovim.io/doc/user/options.html#'exrc'"),
    Line("lazy.nvim", [".lazy.lua"], "https://lazy.folke.io/configuration"),
    Line(
      "YouCompleteMe", [".ycm_extra_conf.py"], "https://github.com/ycm-core/YouCompleteMe#c-family-semantic-completion"),
    Line(
      "vimspector", [".vimspector.json", ".gadgets.json"],
      "https://puremourning.github.io/vimspector/configuration.html"),
    Line(
      "GNU Emacs", [".dir-locals.el", ".dir-locals-2.el", ".emacs", ".emacs.el", ".emacs.d"],
      "https://www.gnu.org/software/emacs/manual/html_node/emacs/Directory-Variables.html"),
    Line("Helix", [".helix"], "https://docs.helix-editor.com/languages.html"),
    Line(
      "Visual Studio Code", [".vscode/*.json", ".vscode/extensions", "*.code-workspace"],
      "https://code.visualstudio.com/docs/editing/workspaces/workspace-trust"),
    Line(
      "Visual Studio", [".vs"],
      "https://learn.microsoft.com/visualstudio/ide/customize-build-and-debug-tasks-in-visual-studio"),
    Line(
      "JetBrains IDEs", [".idea", ".run", ".fleet", "*.ipr", "*.iws"],
      "https://www.jetbrains.com/help/idea/project-security.html"),
    Line("Zed", [".zed"], "https://zed.dev/docs/configuring-zed"),
    Line(
      "Sublime Text", ["*.sublime-project", "*.sublime-build"], "https://www.sublimetext.com/docs/build_systems.html"),
    Line(
      "Eclipse", [".project", ".externalToolBuilders"],
      "https://help.eclipse.org/latest/topic/org.eclipse.platform.doc.isv/reference/misc/project_description_file.html"),
    Line("Theia", [".theia"], "https://theia-ide.org/docs/workspace_trust/"),
    Line(
      "Kate", [".kateproject", ".kateproject.build"],
      "https://docs.kde.org/stable5/en/kate/kate/kate-application-plugin-projects.html"),
    Line("Nova", [".nova"], "https://help.nova.app/extensions/"),
    Line(
      "development containers", [".devcontainer", ".devcontainer.json"],
      "https://containers.dev/implementors/spec/#devcontainerjson"),
    Line("Gitpod", [".gitpod.yml", ".gitpod.Dockerfile"], "https://www.gitpod.io/docs/references/gitpod-yml"),
    Line("devfile", ["devfile.yaml", ".devfile.yaml"], "https://devfile.io/docs/"),
    Line("Firebase Studio", [".idx"], "https://firebase.google.com/docs/studio/mcp-servers"),
    Line("Replit", [".replit"], "https://docs.replit.com/replit-workspace/configuring-repl"),
  ]

  private static let notePrograms = [
    Line("Obsidian", [".obsidian*"], "https://help.obsidian.md/data-storage"),
    Line("Logseq", ["logseq/custom.js", "logseq/config.edn"], "https://docs.logseq.com/#/page/custom.js"),
    Line("Foam", [".foam"], "https://foamnotes.com/user/features/note-templates.html"),
    // Templates run commands, too.
    Line("zk", [".zk"], "https://github.com/zk-org/zk/blob/main/docs/config-alias.md"),
    Line("Dendron", ["dendron.yml"], "https://wiki.dendron.so/notes/f2ed8639-a604-4a9d-b76c-41e205fb8713/"),
    Line("SilverBullet", ["_plug"], spelled: ["/CONFIG.md", "/SETTINGS.md"], "https://silverbullet.md/Space%20Lua"),
    Line(
      "Jupyter", [".jupyter", ".ipython", "jupyter_*_config.py"], "https://docs.jupyter.org/en/latest/use/config.html"),
    Line("latexmk", ["latexmkrc", ".latexmkrc"], "https://ctan.org/pkg/latexmk"),
  ]

  /// Instruction files are included: an agent that writes one addresses all later agents with the person's authority.
  private static let agents = [
    Line("agents", [".agents"], instructions: ["AGENTS.md"], "https://agents.md"),
    Line(
      "MCP clients", [".mcp.json", "mcp.json", "mcp_config.json", ".mcp"],
      "https://modelcontextprotocol.io/docs/develop/connect-local-servers"),
    Line(
      "Claude Code",
      [
        ".claude.json", ".claude/settings*.json", ".claude/launch.json", ".claude/hooks", ".claude/agents",
        ".claude/commands",
        ".claude/skills",
        ".claude/rules", ".claude/plugins", ".claude/output-styles", ".claude-plugin",
      ], instructions: ["CLAUDE.md", "CLAUDE.local.md"], "https://code.claude.com/docs/en/settings"),
    Line(
      "Codex", [".codex"], instructions: ["AGENTS.override.md"], "https://developers.openai.com/codex/guides/agents-md"),
    Line("Cursor", [".cursor", ".cursorrules"], "https://cursor.com/docs/context/rules"),
    Line(
      "Windsurf", [".windsurf", ".windsurfrules", ".codeium"], "https://docs.windsurf.com/windsurf/cascade/workflows"),
    Line(
      "Gemini CLI", [".gemini"], instructions: ["GEMINI.md"], "https://geminicli.com/docs/get-started/configuration/"),
    // The makers state on that page that the program reads both `.agents` and `.agent`.
    Line("Antigravity", [".agent", ".antigravity"], "https://discuss.ai.google.dev/t/new-folder-for-rules/126165"),
    Line(
      "GitHub Copilot",
      [
        ".github/copilot-instructions.md", ".github/instructions", ".github/prompts", ".github/agents",
        ".github/chatmodes", ".github/hooks", ".github/skills", ".github/copilot", ".github/extensions",
        ".github/lsp.json", ".copilot",
      ], "https://docs.github.com/copilot/reference/copilot-cli-reference/cli-config-dir-reference"),
    Line("OpenCode", ["opencode.json", "opencode.jsonc", ".opencode"], "https://opencode.ai/docs/config/"),
    Line(
      "Crush", ["crush.json", ".crush.json", ".crush"],
      // Crush reads these spellings too, in the folder in which it was started.
      instructions: [
        "CRUSH.md", "CRUSH.local.md", "/Crush.md", "/Crush.local.md", "/crush.md", "/crush.local.md", "/Agents.md",
        "/agents.md", "/gemini.md",
      ],
      "https://github.com/charmbracelet/crush#configuration"),
    Line(
      "Qwen Code", [".qwen"], instructions: ["QWEN.md"],
      "https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings/"),
    Line("Junie", [".junie"], "https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html"),
    Line(
      "JetBrains AI Assistant", [".aiassistant"],
      "https://www.jetbrains.com/help/ai-assistant/configure-project-rules.html"),
    Line(
      "Kilo Code", [".kilocode*", ".kilo", "kilo.json", "kilo.jsonc"], instructions: ["/CONTEXT.md"],
      "https://kilo.ai/docs/customize/custom-instructions"),
    Line("Roo Code", [".roo", ".roomodes", ".roorules*"], "https://docs.roocode.com/features/mcp/using-mcp-in-roo"),
    Line("Cline", [".cline", ".clinerules*"], "https://docs.cline.bot/features/cline-rules"),
    Line("Factory Droid", [".factory"], "https://docs.factory.ai/cli/configuration/mcp"),
    Line("Kiro", [".kiro"], "https://kiro.dev/docs/mcp/configuration/"),
    Line("Amazon Q", [".amazonq"], "https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/command-line-mcp.html"),
    Line("Continue", [".continue", ".continuerc.json", ".continuerules"], "https://docs.continue.dev/reference"),
    Line("Aider", [".aider*"], "https://aider.chat/docs/config/aider_conf.html"),
    Line("Amp", [".amp"], "https://ampcode.com/manual"),
    Line("Augment", [".augment", ".augment-guidelines"], "https://docs.augmentcode.com/setup-augment/guidelines"),
    Line(
      "Goose", [".goosehints", ".goose"],
      "https://block.github.io/goose/docs/guides/context-engineering/using-goosehints"),
    Line(
      "OpenHands", [".openhands", ".openhands_instructions"], "https://docs.openhands.dev/usage/prompting/repository"),
    Line("Trae", [".trae"], "https://docs.trae.ai/ide/rules-for-ai"),
    Line("Warp", [".warp"], instructions: ["WARP.md"], "https://docs.warp.dev/knowledge-and-collaboration/rules"),
    Line("Firebender", ["firebender.json"], "https://docs.firebender.com/context/mcp"),
    Line("Mistral Vibe", [".vibe"], "https://github.com/mistralai/mistral-vibe#configuration"),
    Line(
      "Pi", [".pi"], instructions: ["AGENTS.MD", "CLAUDE.MD"],
      "https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs/configuration.md"),
    Line(
      "Deep Agents", [".deepagents"],
      "https://reference.langchain.com/python/deepagents-cli/mcp_tools/discover_mcp_configs"),
    Line("Ruler", [".ruler"], "https://github.com/intellectronica/ruler"),
    Line("Zed Agent", [".rules"], instructions: ["AGENT.md"], "https://zed.dev/docs/ai/instructions"),
    Line("Rulesync", [".rulesync", "rulesync.jsonc"], "https://github.com/dyoshikawa/rulesync"),
  ]

  private static let shells = [
    Line("direnv", [".envrc", ".direnv"], "https://direnv.net/man/direnv.1.html"),
    Line("autoenv", [".autoenv*"], "https://github.com/hyperupcall/autoenv"),
    Line("mise", ["mise*.toml", ".mise*"], "https://mise.jdx.dev/configuration.html"),
    Line("asdf", [".tool-versions", ".asdfrc"], "https://asdf-vm.com/manage/configuration.html"),
    Line("devbox", ["devbox.json"], "https://www.jetify.com/docs/devbox/configuration/"),
    Line(
      "bash", [".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".inputrc"],
      "https://www.gnu.org/software/bash/manual/html_node/Bash-Startup-Files.html"),
    Line(
      "zsh", [".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout"],
      "https://zsh.sourceforge.io/Doc/Release/Files.html"),
    Line("fish", [".config/fish"], "https://fishshell.com/docs/current/language.html#configuration-files"),
    Line("tmux", [".tmux.conf"], "https://man.openbsd.org/tmux"),
    Line(
      "desktops", ["*.desktop", ".config/autostart", ".config/systemd"],
      "https://specifications.freedesktop.org/autostart-spec/latest/"),
    Line(
      "Windows Explorer", ["desktop.ini", "autorun.inf"],
      "https://learn.microsoft.com/windows/win32/shell/how-to-customize-folders-with-desktop-ini"),
    Line(
      "GDB", [".gdbinit", ".gdbearlyinit"],
      "https://sourceware.org/gdb/current/onlinedocs/gdb.html/Init-File-in-the-Current-Directory.html"),
    Line("LLDB", [".lldbinit"], "https://lldb.llvm.org/man/lldb.html"),
  ]

  private static let languages = [
    Line(
      "Python", ["sitecustomize.py", "usercustomize.py", ".pdbrc", "pyvenv.cfg"],
      "https://docs.python.org/3/library/site.html"),
    Line("R", [".Rprofile", ".Renviron"], "https://stat.ethz.ch/R-manual/R-devel/library/base/html/Startup.html"),
    Line(
      "GHCi", [".ghci"],
      "https://downloads.haskell.org/ghc/latest/docs/users_guide/ghci.html#the-ghci-and-haskeline-files"),
    Line("Octave", [".octaverc"], "https://docs.octave.org/latest/Startup-Files.html"),
    Line("MATLAB", ["startup.m"], "https://www.mathworks.com/help/matlab/ref/startup.html"),
    Line("OCaml", [".ocamlinit"], "https://ocaml.org/manual/toplevel.html"),
    Line("Lua language server", [".luarc.json*"], "https://luals.github.io/wiki/configuration/"),
    Line(
      "Haskell language server", ["hie.yaml", ".hie.yaml"],
      "https://haskell-language-server.readthedocs.io/en/latest/configuration.html"),
    Line("build servers", [".bsp"], "https://build-server-protocol.github.io/docs/overview/server-discovery"),
    Line("Ruby", [".irbrc", ".pryrc", ".bundle"], "https://docs.ruby-lang.org/en/master/IRB.html"),
    Line("npm", [".npmrc"], "https://docs.npmjs.com/cli/configuring-npm/npmrc"),
    Line("Yarn", [".yarnrc", ".yarnrc.yml", ".yarn"], "https://yarnpkg.com/configuration/yarnrc"),
    Line("pnpm", [".pnpmfile.cjs", ".pnpmfile.mjs"], "https://pnpm.io/pnpmfile"),
    Line("Cargo", [".cargo"], "https://doc.rust-lang.org/cargo/reference/config.html"),
    Line("Maven", [".mvn"], "https://maven.apache.org/configure.html"),
    Line("Apache httpd", [".htaccess"], "https://httpd.apache.org/docs/current/howto/htaccess.html"),
    Line("PHP", [".user.ini"], "https://www.php.net/manual/configuration.file.per-user.php"),
  ]

  private static let builders = [
    Line(
      "GitHub Actions", [".github/workflows", ".github/actions"],
      "https://docs.github.com/actions/reference/workflow-syntax-for-github-actions"),
    Line("Forgejo and Gitea Actions", [".forgejo", ".gitea"], "https://forgejo.org/docs/latest/user/actions/"),
    Line("GitLab CI", [".gitlab-ci.yml", ".gitlab"], "https://docs.gitlab.com/ci/yaml/"),
    Line("CircleCI", [".circleci"], "https://circleci.com/docs/configuration-reference/"),
    Line("Travis CI", [".travis.yml"], "https://docs.travis-ci.com/user/customizing-the-build/"),
    Line("Jenkins", ["Jenkinsfile"], "https://www.jenkins.io/doc/book/pipeline/jenkinsfile/"),
    Line("Azure Pipelines", ["azure-pipelines.yml"], "https://learn.microsoft.com/azure/devops/pipelines/yaml-schema/"),
    Line(
      "Bitbucket Pipelines", ["bitbucket-pipelines.yml"],
      "https://support.atlassian.com/bitbucket-cloud/docs/bitbucket-pipelines-configuration-reference/"),
    Line("Buildkite", [".buildkite"], "https://buildkite.com/docs/pipelines/configure/defining-steps"),
    Line(
      "Drone and Woodpecker", [".drone.yml", ".woodpecker*"], "https://woodpecker-ci.org/docs/usage/workflow-syntax"),
    Line("SourceHut", [".build.yml", ".builds"], "https://man.sr.ht/builds.sr.ht/"),
    Line("AppVeyor", ["appveyor.yml", ".appveyor.yml"], "https://www.appveyor.com/docs/appveyor-yml/"),
  ]
}
