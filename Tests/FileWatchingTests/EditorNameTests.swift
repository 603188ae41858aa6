import Testing

@testable import FileWatching

struct EditorNameTests {
  @Test(arguments: [
    (".f.md.swp", "f.md"), (".f.md.swo", "f.md"), (".f.md.swx", "f.md"), (".#f.md", "f.md"), ("#f.md#", "f.md"),
    (".~lock.f.odt#", "f.odt"), (".f.md.kate-swp", "f.md"), ("~$f.docx", "f.docx"), (".ü.md.swp", "ü.md"),
  ])
  func `a swap, lock or autosave file tells which document is open`(name: String, document: String) {
    #expect(EditorName.classify(name) == .presence(of: document))
    #expect(EditorName.mayBePresence(Array(name.utf8)))
  }

  @Test(arguments: [
    ("f.md~", "f.md"), ("f.md___jb_tmp___", "f.md"), ("f.md___jb_old___", "f.md"), (".f.md.Xq3vPa", "f.md"),
    (".syncthing.f.md.tmp", "f.md"), ("~syncthing~f.md.tmp", "f.md"), (".goutputstream-8KZQ42", nil),
    ("lu1234abcd.tmp", nil), ("sedXq3vPa", nil), (".fuse_hidden0000001200000001", nil),
    (".nfs000000000002c3a100000001", nil), ("XXq3vPaZ", nil), (".stet.17.tmp", nil),
  ])
  func `a temporary or backup is never a document`(name: String, document: String?) {
    #expect(EditorName.classify(name) == .transient(of: document))
  }

  @Test(arguments: ["4913", "5036", "5159", "10079"])
  func `vim's probe is known by its number`(name: String) {
    #expect(EditorName.classify(name) == .probe)
  }

  @Test(arguments: [
    "f.md", "sediments", "sedate", "sedimentary", ".env.docker", ".foo.Backup", ".env.local1", ".gitignore", "4914",
    "2024", "lunch.tmp", ".nfs", "#", "~", "#1 plan.md", ".swp", "a.swp", "luna.tmp", "XXLARGES", ".f.CONFIG",
    "sed4242424",
    ".stet", "f.tmp", "notes.~1", ".~lock.", "-f",
  ])
  func `a name that only resembles a temporary is a document`(name: String) {
    #expect(EditorName.classify(name) == .document)
  }
}
