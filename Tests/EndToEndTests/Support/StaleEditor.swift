import Testing

/// A program that loads `letter.txt`, has the agent write at its beginning (`$AGENT`), and saves a line of the person's
/// at its end without having looked again.
struct StaleEditor: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The shell lines.
  let script: String
  /// Whether the program reads the newer text while it saves: then nobody can know what the person saw.
  let reads: Bool

  private init(_ name: String, reads: Bool = false, _ script: String) {
    testDescription = name
    self.script = script
    self.reads = reads
  }

  /// The agent's command, for a file that can be run: an edit of the first line.
  static let agent = agent(#""$STET" -C "$PWD" edit letter.txt --old "The Artistic" --new "AGENT The Artistic""#)

  /// An agent that adds a line at the end.
  static let appendingAgent = agent(#"echo AGENT | "$STET" -C "$PWD" append letter.txt"#)

  /// An agent's command, for a file that can be run.
  private static func agent(_ command: String) -> String {
    """
    cat > $TMPDIR/agent <<'END'
    #!/bin/sh
    \(command) --agent Claude --session s1 > /dev/null
    END
    chmod +x $TMPDIR/agent; AGENT=$TMPDIR/agent

    """
  }

  /// vim in a terminal, asked whether it really is to write; vim asks regardless of its options.
  private static func vim(_ options: String = "", program: String = "vim -N") -> String {
    """
    tmux() { command tmux -S $TMPDIR/terminal "$@"; }
    mkfifo $TMPDIR/left; tmux new-session -d "\(program) -u NONE -i NONE \(options) letter.txt; echo > $TMPDIR/left"
    until tmux capture-pane -p | grep -q Artistic; do read -rt 0.05 <> <(:) || true; done
    tmux send-keys G; tmux send-keys -l 'oA line of mine'; tmux send-keys Escape
    until tmux capture-pane -p | grep -q 'A line of mine'; do read -rt 0.05 <> <(:) || true; done
    $AGENT
    tmux send-keys -l ':w!'; tmux send-keys Enter
    until tmux capture-pane -p | grep -q '"letter.txt".*written'; do
      if tmux capture-pane -p | grep -q 'Do you really'; then tmux send-keys y; fi
      read -rt 0.05 <> <(:) || true
    done
    tmux send-keys Enter; tmux send-keys -l ':q!'; tmux send-keys Enter; read -r < $TMPDIR/left
    """
  }

  /// The programs, and the ways of those that cannot be run here.
  static let all: [StaleEditor] = [
    StaleEditor("vim", vim()),
    StaleEditor("nvim", vim(program: "nvim")),
    StaleEditor("vim that copies the file while it saves", reads: true, vim("-c 'set backupcopy=yes'")),
    StaleEditor(
      "nano",
      """
      tmux() { command tmux -S $TMPDIR/terminal "$@"; }
      mkfifo $TMPDIR/left; tmux new-session -d "nano -I letter.txt; echo > $TMPDIR/left"
      until tmux capture-pane -p | grep -q Artistic; do read -rt 0.05 <> <(:) || true; done
      $AGENT
      tmux send-keys M-/ Enter; tmux send-keys -l 'A line of mine'; tmux send-keys C-s
      until tmux capture-pane -p | grep -qE 'was modified since|Wrote'; do read -rt 0.05 <> <(:) || true; done
      if tmux capture-pane -p | grep -q 'was modified since'; then tmux send-keys y; fi
      tmux send-keys C-x; read -r < $TMPDIR/left
      """),
    StaleEditor(
      "emacs", reads: true,
      """
      emacs -Q --batch --eval '(progn (load "userlock") (setq make-backup-files nil vc-handled-backends nil create-lockfiles nil)
        (fset (quote ask-user-about-supersession-threat) (lambda (&rest _) t))
        (fset (quote yes-or-no-p) (lambda (&rest _) t))
        (find-file "letter.txt") (goto-char (point-max)) (insert "A line of mine\\n")
        (call-process (getenv "AGENT")) (save-buffer))'
      """),
    StaleEditor(
      "one that truncates in place",
      #"""
      perl -MFcntl -e '
        local $/; open(I, "<", "letter.txt"); $text = <I> . "A line of mine\n"; close(I); system($ENV{AGENT});
        sysopen(O, "letter.txt", O_WRONLY | O_CREAT | O_TRUNC); syswrite(O, $text); close(O)'
      """#),
    StaleEditor(
      "one that renames over the file",
      """
      { cat letter.txt; echo 'A line of mine'; } > $TMPDIR/new; $AGENT
      cat $TMPDIR/new > .letter.txt.new; mv -f .letter.txt.new letter.txt
      """),
  ]
}
