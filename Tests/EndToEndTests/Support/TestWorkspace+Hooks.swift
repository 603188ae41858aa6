import Glibc
import TestSupport
import Testing

extension TestWorkspace {
  /// Puts a hook into the folder of hooks.
  func hook(_ name: String, _ script: String, permissions: mode_t = 0o755) throws {
    let path = root + "/.git/stet/hooks/" + name
    try ("#!/bin/bash\n" + script + "\n").write(to: path)
    chmod(path, permissions)
  }

  /// Waits until a condition of shell is true, at most for the time.
  func wait(_ condition: String, _ limit: Duration = .seconds(30)) async throws {
    try await shell("until \(condition); do read -rt 0.05 <> <(:) || true; done", within: limit)
  }

  /// Watches the workspace, with each event as a line in `events` beside it, from now on.
  func watch() async throws -> Program {
    let path = machine.place + "/events-" + (root.split(separator: "/").last.map(String.init) ?? "")
    let program = try machine.start(
      ["bash", "-c", "exec \"$STET\" -C '\(root)' watch --json > '\(path)'"], in: "/")
    // Only a watcher that has subscribed gets events: a small write shows that it has.
    try await wait("[ -s '\(path)' ] || { echo $RANDOM | $STET write watched.md > /dev/null; false; }")
    return program
  }

  /// The events that were reported while it was watched, of one kind.
  func told(_ kind: String) -> [String] {
    let path = machine.place + "/events-" + (root.split(separator: "/").last.map(String.init) ?? "")
    return (String(file: path) ?? "").split(separator: "\n").map(String.init).filter {
      $0.contains("\"event\":\"\(kind)\"")
    }
  }
}
