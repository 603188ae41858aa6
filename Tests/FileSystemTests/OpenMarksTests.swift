import FileSystem
import Testing

@Suite struct `Evidence of readers` {
  @Test func `a program that opened and closed a file read it`() {
    var marks = OpenMarks<String>()
    marks.mark("file", as: 1)
    marks.noteOpened("file", by: 7)
    marks.noteClosed("file", by: 7)
    #expect(marks.wasRead(1) == true)
  }

  /// A child shares the descriptors of its parent until it runs its program.
  @Test func `a process that closes a descriptor of another read nothing`() {
    var marks = OpenMarks<String>()
    marks.mark("file", as: 1)
    marks.noteOpened("other", by: 7)
    marks.noteClosed("file", by: 7)
    #expect(marks.wasRead(1) == false)
    marks.noteRead("file")
    #expect(marks.wasRead(1) == true)
  }
}
