import GRDB
import TestSupport
import Testing

@testable import SearchIndex

@Suite struct DocumentRankTests {
  @Test(arguments: Seeds.blocks(plain: 20, long: 1_000))
  func `the rank is that of bm25, also after changes`(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = RandomFiles(generator: SeededGenerator(seed: seed))
      let folder = try IndexFolder()
      var compared = 0
      for _ in 0..<5 {
        var files = folder.files
        random.change(&files)
        try folder.commit(files, at: 1)
        try folder.index()
        for _ in 0..<8 {
          let query = try SearchQuery(random.query())
          let rows = try folder.indexer.looking { reader in
            try Row.fetchAll(
              reader.database,
              sql: "SELECT document_rank(words), bm25(words, 8.0, 4.0, 1.0) FROM words WHERE words MATCH ?",
              arguments: [query.expression])
          }
          for row in rows {
            let (rank, bm25): (Double, Double) = (row[0], row[1])
            #expect(abs(rank - bm25) < 1e-9, "seed \(seed), query \(query.expression)")
          }
          compared += rows.count
        }
      }
      #expect(compared > 0, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.blocks(plain: 20, long: 1_000))
  func `the best documents are the same if others are left out, and ties are kept`(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = RandomFiles(generator: SeededGenerator(seed: seed))
      let folder = try IndexFolder()
      var files = folder.files
      for _ in 0..<5 { random.change(&files) }
      try folder.commit(files, at: 1)
      try folder.index()
      for most in [1, 2, 3, 8] {
        for _ in 0..<8 {
          let query = try SearchQuery(random.query())
          let (all, best) = try folder.indexer.looking { reader in
            let all = "SELECT rowid, document_rank(words) AS rank FROM words WHERE words MATCH ? ORDER BY rank"
            let best = """
              SELECT rowid, document_rank(words, \(most)) AS rank FROM words
              WHERE words MATCH ? AND document_rank(words, \(most)) IS NOT NULL
              """
            return try (
              Row.fetchAll(reader.database, sql: all, arguments: [query.expression]),
              Row.fetchAll(reader.database, sql: best, arguments: [query.expression])
            )
          }
          let ranks = all.map { $0[1] as Double }
          let bound = ranks.count < most ? .infinity : ranks[most - 1]
          let expected = Set(all.filter { ($0[1] as Double) <= bound }.map { $0[0] as Int64 })
          let kept = best.filter { ($0[1] as Double) <= bound }.map { $0[0] as Int64 }
          #expect(kept.count == expected.count && Set(kept) == expected, "seed \(seed), query \(query.expression)")
        }
      }
    }
  }

  @Test(arguments: Seeds.blocks(plain: 10, long: 500))
  func `a query that ran before is ranked by the present index`(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = RandomFiles(generator: SeededGenerator(seed: seed))
      let folder = try IndexFolder()
      let queries = try (0..<6).map { _ in try SearchQuery(random.query()) }
      for _ in 0..<5 {
        var files = folder.files
        random.change(&files)
        try folder.commit(files, at: 1)
        try folder.index()
        for query in queries + queries {
          let (found, expected) = try folder.indexer.looking { reader in
            let sql = """
              SELECT file.path FROM words JOIN file ON file.id = words.rowid WHERE words MATCH ?
              ORDER BY document_rank(words), file.path
              """
            return try (
              reader.files(query, SearchFilter(), limit: 1_000).map(\.path),
              String.fetchAll(reader.database, sql: sql, arguments: [query.expression])
            )
          }
          #expect(found == expected, "seed \(seed), query \(query.expression)")
        }
      }
    }
  }

  @Test func `a rank is left out if so many before it are lower, not if it equals one of them`() {
    var best = BestRanks(most: 2)
    let taken = [3, 1, 2, 2, 5, 0, 2, 1].map { best.take($0) }
    #expect(taken == [true, true, true, true, false, true, false, true])
    #expect(best.ranks == [0, 1])
    var none = BestRanks(most: 0)
    let isTaken = none.take(1)
    #expect(!isTaken)
  }
}
