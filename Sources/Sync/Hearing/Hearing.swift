internal import FileWatching
package import GitObjects

/// A listener for changes on a remote.
package struct Hearing: Sendable {
  /// The method of detection.
  package let kind: HearingKind
  /// Starts to listen for changes of a branch. The stream ends when changes can no longer be detected; the listener
  /// stops when the stream is dropped.
  package let listen: @Sendable (_ branch: String) -> AsyncStream<HearingEvent>
  /// Gives the listeners of other machines a hint that this machine moved the branch. A hint may get lost.
  package let announce: @Sendable () -> Void

  package init(
    kind: HearingKind, announce: @escaping @Sendable () -> Void = {},
    listen: @escaping @Sendable (_ branch: String) -> AsyncStream<HearingEvent>
  ) {
    self.kind = kind
    self.announce = announce
    self.listen = listen
  }

  /// Makes a listener that watches the references of a repository in a directory of this machine.
  ///
  /// A directory that other machines change too (NFS and the like) is polled instead.
  package static func refs(directory: String) -> Hearing {
    Hearing(kind: .refs) { branch in
      AsyncStream(bufferingPolicy: .bufferingNewest(16)) { stream in
        let remote = RemoteDirectory(directory)
        guard !remote.isShared else {
          stream.yield(.unsupported("'\(directory)' is on a file system that other machines change without notice"))
          stream.finish()
          return
        }
        guard let watcher = try? RefWatcher(repository: remote.path) else {
          stream.finish()
          return
        }
        let task = Task {
          var isWatching = false
          var last: ObjectID?
          func report() {
            let now = watcher.isWatching
            let id = remote.branch(branch)
            if now != isWatching {
              stream.yield(now ? .ready : .lost)
            } else if id != last {
              stream.yield(.changed(id))
            }
            (isWatching, last) = (now, id)
          }
          guard (try? watcher.start()) != nil else {
            stream.finish()
            return
          }
          report()
          for await _ in watcher.changes { report() }
          stream.finish()
        }
        stream.onTermination = { _ in
          task.cancel()
          // The watcher's thread ends within a moment; nobody here may wait for it.
          Task.detached { watcher.stop() }
        }
      }
    }
  }
}

/// The way in which changes on the remote are detected.
package enum HearingKind: String, Hashable, Sendable {
  /// The remote's references are watched on this machine.
  case refs
  /// A small script on the server reports changes.
  case ssh
  /// The remote is polled.
  case polling
}

/// An event of a listener.
package enum HearingEvent: Hashable, Sendable {
  /// Changes are reported from now on.
  case ready
  /// The branch may have moved; to this commit, if it is known.
  case changed(ObjectID?)
  /// Changes are not reported from now on, until the next `ready`.
  case lost
  /// The remote does not support this method (no shell there), so it is polled from now on; the reason.
  case unsupported(String)
}
