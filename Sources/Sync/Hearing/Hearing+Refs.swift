internal import FileWatching
internal import GitObjects

extension Hearing {
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
