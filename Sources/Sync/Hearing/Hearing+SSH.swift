internal import GitObjects
internal import Subprocess
internal import SystemPackage

extension Hearing {
  /// The silence after which the server counts as unreachable: three beats.
  package static let silenceLimit = Duration.seconds(15)

  /// Makes a listener on a server: a small script in `ssh HOST sh -s`, over the connection that git's children share.
  ///
  /// - Parameters:
  ///   - address: the server and the directory there.
  ///   - setting: environment and ssh command, as for git's children.
  ///   - silence: the silence after which the connection is closed.
  package static func ssh(
    _ address: SSHAddress, setting: GitSetting, silence: Duration = silenceLimit
  ) -> Hearing {
    Hearing(kind: .ssh) { branch in
      AsyncStream(bufferingPolicy: .bufferingNewest(16)) { stream in
        let task = Task {
          await listen(to: address, branch: branch, setting: setting, silence: silence) { stream.yield($0) }
          stream.finish()
        }
        stream.onTermination = { _ in task.cancel() }
      }
    }
  }

  private static func listen(
    to address: SSHAddress, branch: String, setting: GitSetting, silence: Duration,
    tell: @escaping @Sendable (HearingEvent) -> Void
  ) async {
    let progress = ChildProgress()
    let script = ListenerScript.text(path: address.path, branch: branch)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        guard (try? ChildDescriptors.require()) != nil else { return }
        _ = try? await Subprocess.run(
          setting.secureShell(address, "exec sh -s").configuration, input: .inputWriter, output: .sequence,
          error: .discarded
        ) { execution in
          async let _: Void = execution.standardInputWriter.writeAll(script)
          var reader = ListenerLine()
          var rest: [UInt8] = []
          for try await buffer in execution.standardOutput {
            let bytes = buffer.withUnsafeBytes { Array($0) }
            progress.note(bytes)
            rest += bytes
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
              let line = String(decoding: rest[..<end], as: UTF8.self)
              rest.removeSubrange(...end)
              guard let event = reader.read(line) else { continue }
              tell(event)
              if case .unsupported = event { return }
            }
            // The script writes no line of this length, so this is another program.
            if rest.count > 4_096 { return }
          }
        }
      }
      group.addTask {
        // The first line may take as long as a connection does.
        let deadline = ChildDeadline(stall: silence, answer: silence)
        while !Task.isCancelled, progress.due(deadline) > .now {
          try? await ContinuousClock().sleep(until: progress.due(deadline))
        }
      }
      await group.next()
      group.cancelAll()
    }
  }
}

/// The script that a server's `sh` reads on standard input and that reports the moves of a branch (review C5).
///
/// It reads the reference's file every 0.2 s, and writes a line after a change and a beat every 5 s. It ends after an
/// hour, or when a write fails because nobody reads any more. It uses the features of every POSIX shell, `sleep` and
/// `grep`; it starts no git and changes nothing.
enum ListenerScript {
  /// The first line of its output; any other first line means that there is no such shell.
  static let greeting = "stet-listen 1"
  /// The line that reports that it cannot watch this repository.
  static let refusal = "stet-listen no"
  /// The line that only shows that the script is running.
  static let beat = "beat"
  /// The beginning of the line that names the commit.
  static let changed = "changed "

  /// Returns the script for a repository and branch; both are passed as quoted words.
  static func text(path: String, branch: String) -> String {
    """
    p=\(SSHCommand.quoted(path))
    r=\(SSHCommand.quoted("refs/heads/" + branch))
    case $p in
    '~') p=$HOME ;;
    '~/'*) p=$HOME/${p#'~/'} ;;
    esac
    cd -- "$p" 2>/dev/null || cd -- "$p.git" 2>/dev/null || { echo '\(refusal)'; exit 0; }
    [ -d .git ] && cd .git
    { [ -f HEAD ] && [ -d refs ] && [ ! -d reftable ]; } || { echo '\(refusal)'; exit 0; }
    echo '\(greeting)' || exit
    o=; n=0; t=0
    while [ $t -lt 18000 ]; do
      v=
      if [ -f "$r" ]; then
        read -r v < "$r"
      elif [ -f packed-refs ]; then
        v=$(grep -F " $r" packed-refs | while read -r i w; do [ "$w" = "$r" ] && echo "$i"; done)
      fi 2>/dev/null
      if [ "x$v" != "x$o" ]; then
        o=$v; n=0; echo "\(changed)${v:-none}" || exit
      fi
      n=$((n + 1))
      if [ $n -ge 25 ]; then n=0; echo \(beat) || exit; fi
      t=$((t + 1)); sleep 0.2 2>/dev/null || sleep 1
    done
    """ + "\n"
  }
}

/// Parses the output of the script on the server, line by line.
struct ListenerLine {
  private var isGreeted = false

  /// Returns the event of a line; nil for a beat and for any other text.
  mutating func read(_ line: some StringProtocol) -> HearingEvent? {
    guard isGreeted else {
      isGreeted = line == ListenerScript.greeting
      if isGreeted { return .ready }
      let isOurs = line == ListenerScript.refusal
      return .unsupported(
        isOurs
          ? "the server's shell finds no repository of files there" : "the server gives no shell: '\(line.prefix(80))'")
    }
    guard line.hasPrefix(ListenerScript.changed) else { return nil }
    return .changed(ObjectID(hex: line.dropFirst(ListenerScript.changed.count)))
  }
}
