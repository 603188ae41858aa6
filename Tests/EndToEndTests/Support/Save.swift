import Testing

/// One way to save `letter.txt` with a line of the person's.
struct Save: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The shell lines that save; where the file is missing for a moment, `$GAP` is there.
  let script: String

  /// Whether the file is missing between two steps of the script.
  var leavesGap: Bool { script.contains("$GAP") }

  private init(_ name: String, _ script: String) {
    testDescription = name
    self.script = "GAP=${GAP:-true}; " + script
  }

  /// The programs, and the ways of those that cannot be run here.
  static let all: [Save] = [
    Save("vim", #"vim -N -u NONE -i NONE -es -c '$put =\"A line of mine\"' -c wq letter.txt"#),
    Save(
      "vim with a backup by rename",
      #"vim -N -u NONE -i NONE -es -c 'set backup backupcopy=no' -c '$put =\"A line of mine\"' -c wq letter.txt; rm letter.txt~"#
    ),
    Save(
      "vim in place",
      #"vim -N -u NONE -i NONE -es -c 'set backupcopy=yes' -c '$put =\"A line of mine\"' -c wq letter.txt"#),
    Save("neovim", #"nvim --headless -u NONE -i NONE -c '$put =\"A line of mine\"' -c wq letter.txt"#),
    Save(
      "nano",
      """
      tmux() { command tmux -S $TMPDIR/terminal "$@"; }
      mkfifo $TMPDIR/left; tmux new-session -d "nano -I letter.txt; echo > $TMPDIR/left"
      until tmux capture-pane -p | grep -q Artistic; do read -rt 0.05 <> <(:) || true; done
      tmux send-keys M-/ Enter; tmux send-keys -l 'A line of mine'; tmux send-keys C-s C-x; read -r < $TMPDIR/left
      """),
    Save(
      "emacs, the first save",
      """
      emacs -Q --batch --eval '(progn (setq backup-by-copying nil vc-handled-backends nil) (find-file "letter.txt") \
      (goto-char (point-max)) (insert "A line of mine\\n") (save-buffer))'; rm letter.txt~
      """),
    Save(
      "emacs with its lock",
      """
      emacs -Q --batch --eval '(progn (setq create-lockfiles t) (find-file "letter.txt") \
      (goto-char (point-max)) (insert "A line of mine\\n") (lock-buffer) (do-auto-save) (save-buffer))'
      """),
    Save("sed -i", "sed -i '$a A line of mine' letter.txt"),
    Save("perl -i", "perl -i -pe 's/Artistic/A line of mine/' letter.txt"),
    Save("cp", "\(aside) cp $TMPDIR/new letter.txt"),
    Save("mv", "\(aside) mv $TMPDIR/new letter.txt"),
    Save(
      "mv of a file beside it", "\(aside) mv $TMPDIR/new .goutputstream-A1B2C3; mv .goutputstream-A1B2C3 letter.txt"),
    Save("install", "\(aside) install -m 644 $TMPDIR/new letter.txt"),
    Save("rsync", "\(aside) rsync -a $TMPDIR/new letter.txt"),
    Save("tee -a", "echo 'A line of mine' | tee -a letter.txt > /dev/null"),
    Save(">", "\(aside) cat $TMPDIR/new > letter.txt"),
    Save(">>", "echo 'A line of mine' >> letter.txt"),
    Save("dd", "\(aside) dd if=$TMPDIR/new of=letter.txt status=none"),
    Save(
      "LibreOffice's way",
      """
      \(aside) printf ',ann,desk,01.01.2026 10:00,file:///home/ann;' > '.~lock.letter.txt#'
      cat $TMPDIR/new > lu12345abcde.tmp; sync lu12345abcde.tmp; mv -f lu12345abcde.tmp letter.txt
      chmod 644 letter.txt; rm '.~lock.letter.txt#'
      """),
    Save(
      "VS Code's way",
      #"""
      perl -MFcntl -MIO::Handle -e '
        local $/; open(I, "<", "letter.txt"); $text = <I> . "A line of mine\n"; close(I);
        sysopen(O, "letter.txt", O_WRONLY | O_CREAT | O_TRUNC); syswrite(O, $text); IO::Handle::sync(*O); close(O)'
      """#),
    Save(
      "JetBrains' way",
      """
      \(aside) cat $TMPDIR/new > letter.txt___jb_tmp___; mv letter.txt letter.txt___jb_old___; eval "$GAP"
      mv letter.txt___jb_tmp___ letter.txt; rm letter.txt___jb_old___
      """),
    Save(
      "vim's way",
      """
      \(aside) touch .letter.txt.swp 4913; rm 4913; mv letter.txt letter.txt~; eval "$GAP"
      cat $TMPDIR/new > letter.txt; rm letter.txt~ .letter.txt.swp
      """),
    Save("unlink and create", "\(aside) rm letter.txt; eval \"$GAP\"; cat $TMPDIR/new > letter.txt"),
  ]

  /// Makes the new version outside the workspace.
  private static let aside = "{ cat letter.txt; echo 'A line of mine'; } > $TMPDIR/new;"
}
