import Testing

/// A way in which a person and an agent that calls `stet hook` change files, and whose each line is then.
struct AttributionCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Shell lines of the person, before the agent does anything.
  let before: String
  /// Shell lines in the agent's program, with its hooks; those that play the person write as the person does.
  let lines: String
  /// The lines of `a.md`, or of another file, with their authors: `one: user`.
  let expected: [String]
  /// The file.
  let path: String

  private init(
    _ description: String, before: String = "", _ lines: String, path: String = "a.md", is expected: String...
  ) {
    testDescription = description
    self.before = Self.person + before
    self.lines = Self.agent + lines
    self.path = path
    self.expected = expected
  }

  /// The person's terminal, in which vim may run.
  private static let person = #"""
    tmux() { command tmux -S $TMPDIR/terminal "$@"; }
    rest() { read -rt 0.05 <> <(:) || true; }
    recorded() { until git show "refs/stet/tip:$1" 2> /dev/null | cmp -s - "$1"; do rest; done; }
    vim_opens() {
      tmux new-session -d 'vim -N -u NONE -i NONE a.md'
      until tmux capture-pane -p | grep -q three; do rest; done
      until "$STET" status --json | grep -q '"program"'; do rest; done
    }
    vim_saves() {
      tmux send-keys -l "Go$1"; tmux send-keys Escape; tmux send-keys -l "$2"; tmux send-keys Enter
      until grep -q "$1" a.md; do rest; done
      recorded a.md
    }

    """#

  /// The agent's program: what it runs has its variable.
  private static let agent =
    person + #"""
      export CLAUDECODE=1
      call() {
        printf '{"session_id":"s9","cwd":"%s","hook_event_name":"%s","tool_name":"%s","tool_input":%s,"tool_use_id":"%s"}' \
          "$PWD" "$1" "$2" "$3" t1 | "$STET" hook claude-code
      }
      begins() { call PreToolUse Bash "{\"command\":\"$1\"}"; }
      ends() { call PostToolUse Bash '{"command":""}'; }
      edits() { call PreToolUse Edit "{\"file_path\":\"$PWD/a.md\",\"old_string\":\"$1\",\"new_string\":\"$2\"}"; }
      edited() { call PostToolUse Edit "{\"file_path\":\"$PWD/a.md\"}"; }
      writes() { call PreToolUse Write "{\"file_path\":\"$PWD/$1\",\"content\":\"$2\"}"; }
      written() { call PostToolUse Write "{\"file_path\":\"$PWD/$1\"}"; }
      stops() { call Stop '' null; }

      """#

  /// The agent's own tools.
  static let tools = [
    AttributionCase(
      "a save before the hook, and the tool's edit",
      "sed -i s/three/3/ a.md; edits one 1; sed -i s/one/1/ a.md; edited",
      is: "1: agent s9", "two: user", "3: user"),
    AttributionCase(
      "a save after the tool", "edits one 1; sed -i s/one/1/ a.md; edited; recorded a.md; sed -i s/two/2/ a.md",
      is: "1: agent s9", "2: user", "three: user"),
    AttributionCase(
      "several edits of one call",
      #"""
      call PreToolUse MultiEdit "{\"file_path\":\"$PWD/a.md\",\"edits\":[{\"old_string\":\"one\",\"new_string\":\"1\"},{\"old_string\":\"two\",\"new_string\":\"2\"}]}"
      sed -i 's/one/1/; s/two/2/' a.md; call PostToolUse MultiEdit "{\"file_path\":\"$PWD/a.md\"}"
      """#, is: "1: agent s9", "2: agent s9", "three: user"),
    AttributionCase(
      "a new file", #"writes new.md 'x\ny\n'; printf 'x\ny\n' > new.md; written new.md"#, path: "new.md",
      is: "x: agent s9", "y: agent s9"),
    AttributionCase(
      "a whole text, with the line ends of the file", before: #"printf 'one\r\ntwo\r\n' > a.md; recorded a.md"#,
      #"writes a.md 'one\n2\n'; printf 'one\r\n2\r\n' > a.md; written a.md"#, is: "one: user", "2: agent s9"),
    AttributionCase(
      "a whole text, and a formatter before the hook",
      #"""
      writes a.md 'one\ntwo\n* x\n* y\n'; printf 'one\ntwo\n* x\n* y\n' > a.md; recorded a.md
      sed -i 's/^\* /- /' a.md; recorded a.md; written a.md
      """#, is: "one: user", "two: user", "- x: agent s9", "- y: agent s9"),
    AttributionCase(
      "a whole text, and a formatter before it was looked at",
      #"writes a.md 'one\n*  x\n'; printf 'one\n*  x\n' > a.md; sed -i 's/^\*  /- /' a.md; written a.md"#,
      is: "one: user", "- x: agent s9"),
    AttributionCase(
      "a whole text, and a formatter after the hook",
      #"""
      writes a.md 'one\n* x\n'; printf 'one\n* x\n' > a.md; written a.md; sed -i 's/^\* /- /' a.md; recorded a.md
      """#, is: "one: user", "- x: unsure s9"),
    AttributionCase(
      "a notebook", before: "echo '{}' > a.ipynb; recorded a.ipynb",
      #"""
      call PreToolUse NotebookEdit "{\"notebook_path\":\"$PWD/a.ipynb\",\"new_source\":\"x\"}"
      echo '{"cells":["x"]}' > a.ipynb; call PostToolUse NotebookEdit "{\"notebook_path\":\"$PWD/a.ipynb\"}"
      """#, path: "a.ipynb", is: #"{"cells":["x"]}: agent s9"#),
    AttributionCase(
      "an edit through a link to the folder", before: #"ln -sfn "$PWD" $TMPDIR/link"#,
      #"""
      call PreToolUse Edit "{\"file_path\":\"$TMPDIR/link/a.md\",\"old_string\":\"one\",\"new_string\":\"1\"}"
      sed -i s/one/1/ a.md; call PostToolUse Edit "{\"file_path\":\"$TMPDIR/link/a.md\"}"
      """#, is: "1: agent s9", "two: user", "three: user"),
    AttributionCase(
      "a save in vim while the person is asked about an edit", before: "vim_opens",
      "edits one 1; vim_saves four ':wq'; sed -i s/one/1/ a.md; edited",
      is: "1: agent s9", "two: user", "three: user", "four: user"),
    AttributionCase(
      "a save in vim while the person is asked about a patch of two files, and a refusal", before: "vim_opens",
      #"""
      files='*** Update File: a.md\n@@\n-one\n+1\n*** Add File: b.md\n+1'
      call PreToolUse apply_patch "{\"input\":\"*** Begin Patch\n$files\n*** End Patch\"}"
      vim_saves four ':wq'; stops
      """#, is: "one: user", "two: user", "three: user", "four: user"),
    AttributionCase(
      "a save while the person is asked about a patch of one file",
      #"""
      patch='{"input":"*** Begin Patch\n*** Update File: a.md\n@@\n-one\n+1\n two\n*** End Patch"}'
      call PreToolUse apply_patch "$patch"; echo four >> a.md; recorded a.md
      sed -i s/one/1/ a.md; call PostToolUse apply_patch "$patch"
      """#, is: "1: agent s9", "two: user", "three: user", "four: user"),
    AttributionCase(
      "a save while the person is asked, and a refusal", "edits one 1; echo four >> a.md; recorded a.md; stops",
      is: "one: user", "two: user", "three: user", "four: user"),
    AttributionCase(
      "a save while the person is asked about a whole text",
      #"writes a.md 'one\n2\n'; echo four >> a.md; recorded a.md; printf 'one\n2\n' > a.md; written a.md"#,
      is: "one: user", "2: agent s9"),
    AttributionCase(
      "a save that has the tool's text elsewhere", before: "echo 1 >> a.md; recorded a.md",
      "edits one 1; echo four >> a.md; recorded a.md; stops",
      is: "one: user", "two: user", "three: user", "1: user", "four: user"),
  ]

  /// The agent's commands.
  static let commands = [
    AttributionCase(
      "an append", "begins make; echo four >> a.md; ends", is: "one: user", "two: user", "three: user",
      "four: unsure s9"),
    AttributionCase(
      "a program that writes the file anew", "begins make; perl -pi -e 's/two/2/' a.md; ends",
      is: "one: user", "2: unsure s9", "three: user"),
    AttributionCase(
      "a rename", "begins make; mv a.md b.md; echo four >> b.md; ends", path: "b.md",
      is: "one: user", "two: user", "three: user", "four: unsure s9"),
    AttributionCase(
      "an append to a file that is open in vim", before: "vim_opens",
      "begins make; echo four >> a.md; recorded a.md; ends",
      is: "one: user", "two: user", "three: user", "four: unsure s9"),
    AttributionCase(
      "an append to a file that is open in vim, with text that is not saved",
      before:
        "vim_opens; tmux send-keys -l Gofive; tmux send-keys Escape; until tmux capture-pane -p | grep -q five; do rest; done",
      "begins make; echo four >> a.md; recorded a.md; ends",
      is: "one: user", "two: user", "three: user", "four: unsure s9"),
    AttributionCase(
      "an append to a file that is open in an editor that does not tell, and is named", before: "touch .a.md.swp",
      "begins 'echo four >> a.md'; echo four >> a.md; recorded a.md; ends",
      is: "one: user", "two: user", "three: user", "four: unsure s9"),
    AttributionCase(
      "a save in vim while a command runs", before: "vim_opens", "begins 'make a.md'; vim_saves four ':w'; ends",
      is: "one: user", "two: user", "three: user", "four: user"),
    AttributionCase(
      "a save in vim, and its end, while a command runs", before: "vim_opens",
      "begins make; vim_saves four ':wq'; ends",
      is: "one: user", "two: user", "three: user", "four: user"),
    AttributionCase(
      "a commit of all", "begins make; echo four >> a.md; git commit -qam x; ends",
      is: "one: user", "two: user", "three: user", "four: unsure s9"),
    AttributionCase(
      "a commit of a rename", "begins make; git mv a.md b.md; echo four >> b.md; git commit -qam x; ends", path: "b.md",
      is: "one: user", "two: user", "three: user", "four: unsure s9"),
    AttributionCase(
      "a commit with another's trailers",
      #"""
      begins make; echo four >> a.md
      printf 'x\n\nStet-Actor: agent\nStet-Agent: Innocent\nStet-Session: zz\n' | git commit -qaF -; ends
      """#, is: "one: user", "two: user", "three: user", "four: unsure s9"),
    AttributionCase(
      "a program in the background",
      #"""
      call PreToolUse Bash '{"command":"x","run_in_background":true}'
      setsid bash -c 'until [ -e $TMPDIR/go ]; do read -rt 0.05 <> <(:) || true; done; echo four >> a.md' &
      call PostToolUse Bash '{"command":"x","run_in_background":true}'
      touch $TMPDIR/go; until grep -q four a.md; do rest; done; recorded a.md; stops
      """#, is: "one: user", "two: user", "three: user", "four: unsure s9"),
    AttributionCase(
      "a program that was left running, and a save after it",
      #"""
      begins make
      setsid bash -c 'until [ -e $TMPDIR/go ]; do read -rt 0.05 <> <(:) || true; done; echo four >> a.md; until [ -e $TMPDIR/end ]; do read -rt 0.05 <> <(:) || true; done' > $TMPDIR/out 2>&1 & child=$!
      ends; stops
      touch $TMPDIR/go; until grep -q four a.md; do rest; done; recorded a.md
      touch $TMPDIR/end; wait $child; "$STET" sync --wait > $TMPDIR/out; echo five >> a.md
      """#, is: "one: user", "two: user", "three: user", "four: unsure s9", "five: user"),
    AttributionCase(
      "another agent's command elsewhere, and a save while it runs",
      before: #"""
        export COMMAND='until [ -e begun ]; do read -rt 0.05 <> <(:) || true; done
          CLAUDECODE=1 bash -c "touch works; until [ -e over ]; do read -rt 0.05 <> <(:) || true; done"; touch ended'
        cd $TMPDIR
        setsid perl -e '$0 = "claude"; exit(system("bash", "-c", $ENV{"COMMAND"}) >> 8)' < /dev/null > out 2>&1 &
        """#,
      #"""
      begins make; touch $TMPDIR/begun; until [ -e $TMPDIR/works ]; do rest; done; ends
      echo four >> a.md; recorded a.md; touch $TMPDIR/over; until [ -e $TMPDIR/ended ]; do rest; done
      """#, is: "one: user", "two: user", "three: user", "four: user"),
    AttributionCase(
      "a command that would stop the daemon",
      #"begins make; "$STET" stop 2> $TMPDIR/no || true; echo four >> a.md; ends"#,
      is: "one: user", "two: user", "three: user", "four: unsure s9"),
    AttributionCase(
      "a command that kills the daemon",
      #"""
      begins make; kill -9 "$(head -1 .git/stet/lock | tr -dc 0-9)"; echo four >> a.md; "$STET" start; ends
      """#, is: "one: user", "two: user", "three: user", "four: unsure s9"),
    AttributionCase(
      "a write through the door", #"begins make; echo four | "$STET" append a.md; ends"#,
      is: "one: user", "two: user", "three: user", "four: agent s9"),
    AttributionCase(
      "a save after the command", "begins make; ends; echo four >> a.md",
      is: "one: user", "two: user", "three: user", "four: user"),
  ]
}
