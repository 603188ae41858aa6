import Testing

/// A real editor that loads the files `$FILES`, gives each the text of the same name in `$TMPDIR/saved`, and saves them
/// when it has to, whatever it asks.
struct MatrixEditor: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Shell lines that load the files and change the buffers.
  let load: String
  /// Shell lines that save the buffers.
  let save: String
  /// Whether the program reads the newer text while it saves: then nobody can know what the person saw.
  let reads: Bool

  /// The beginning of all scripts: a terminal, and a wait that does not spin.
  private static let beginning = """
    tmux() { command tmux -S $TMPDIR/terminal "$@"; }
    rest() { read -rt 0.05 <> <(:) || true; }

    """

  private init(_ name: String, reads: Bool = false, load: String, save: String) {
    testDescription = name
    self.load = Self.beginning + load
    self.save = Self.beginning + save
    self.reads = reads
  }

  private static func vim(_ name: String, reads: Bool = false, _ program: String) -> MatrixEditor {
    MatrixEditor(
      name, reads: reads,
      load: """
        cat > $TMPDIR/load.vim <<'END'
        set hidden nomore
        argdo silent %delete _ | execute 'silent 0read' fnameescape($TMPDIR . '/saved/' . expand('%')) | silent $delete _
        call writefile([], $TMPDIR . '/loaded')
        END
        cat > $TMPDIR/save.vim <<'END'
        argdo write!
        call writefile([], $TMPDIR . '/written')
        END
        tmux new-session -d "\(program) -u NONE -i NONE $FILES"
        until tmux capture-pane -p | grep -qE 'Title|files to edit'; do rest; done
        tmux send-keys -l ":source $TMPDIR/load.vim"; tmux send-keys Enter
        until [ -e $TMPDIR/loaded ]; do rest; done
        """,
      save: """
        tmux send-keys -l ":source $TMPDIR/save.vim"; tmux send-keys Enter
        until [ -e $TMPDIR/written ]; do
          case "$(tmux capture-pane -p | grep -v '^ *$' | tail -n 1)" in
            *'(y/n)'*) tmux send-keys y ;;
            *ENTER*) tmux send-keys Enter ;;
            *'(O)K'* | *'[O]K'*) tmux send-keys o ;;
          esac
          rest
        done
        tmux send-keys -l ':qa!'; tmux send-keys Enter
        while tmux has-session 2> $TMPDIR/ended; do rest; done
        """)
  }

  /// The editors.
  static let all: [MatrixEditor] = [
    vim("vim", "vim -N"),
    vim("vim that copies the file while it saves", reads: true, "vim -N -c 'set backupcopy=yes'"),
    vim("nvim", "nvim"),
    MatrixEditor(
      "nano",
      load: """
        echo 'bind M-T cutrestoffile main' > $TMPDIR/nanorc
        for f in $FILES; do tmux new-session -d -s "${f%.md}" "nano --rcfile $TMPDIR/nanorc $f"; done
        for f in $FILES; do
          until tmux capture-pane -t "${f%.md}" -p | grep -q 'Exit'; do rest; done
          tmux send-keys -t "${f%.md}" M-t C-r; tmux send-keys -t "${f%.md}" -l "$TMPDIR/saved/$f"
          tmux send-keys -t "${f%.md}" Enter
          until tmux capture-pane -t "${f%.md}" -p | grep -q 'MINE'; do rest; done
        done
        """,
      save: """
        for f in $FILES; do
          tmux send-keys -t "${f%.md}" C-s
          while ! tmux capture-pane -t "${f%.md}" -p | grep -q 'Wrote'; do
            if tmux capture-pane -t "${f%.md}" -p | grep -qE 'Yes'; then tmux send-keys -t "${f%.md}" y; fi
            rest
          done
        done
        for f in $FILES; do tmux send-keys -t "${f%.md}" C-x; done
        while tmux has-session 2> $TMPDIR/ended; do rest; done
        """),
    MatrixEditor(
      "emacs",
      load: """
        mkfifo $TMPDIR/go
        cat > $TMPDIR/load.el <<'END'
        (load "userlock")
        (setq make-backup-files nil vc-handled-backends nil)
        (fset 'ask-user-about-supersession-threat (lambda (&rest _) t))
        (fset 'ask-user-about-lock (lambda (&rest _) t))
        (fset 'yes-or-no-p (lambda (&rest _) t))
        (fset 'y-or-n-p (lambda (&rest _) t))
        (dolist (file (split-string (getenv "FILES")))
          (find-file file) (erase-buffer) (insert-file-contents (concat (getenv "TMPDIR") "/saved/" file)))
        (write-region "" nil (concat (getenv "TMPDIR") "/loaded"))
        (call-process "cat" (concat (getenv "TMPDIR") "/go"))
        (dolist (file (split-string (getenv "FILES"))) (with-current-buffer (get-file-buffer file) (save-buffer)))
        (write-region "" nil (concat (getenv "TMPDIR") "/written"))
        END
        tmux new-session -d "emacs -Q --batch -l $TMPDIR/load.el > $TMPDIR/emacs.log 2>&1"
        until [ -e $TMPDIR/loaded ]; do rest; done
        """,
      save: """
        echo > $TMPDIR/go
        until [ -e $TMPDIR/written ]; do rest; done
        """),
  ]
}
