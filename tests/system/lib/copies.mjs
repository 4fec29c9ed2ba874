// Many games from one, in the file of a server that is down.
import { execFileSync } from 'node:child_process';

/** z0000000 and so on. */
export const copyId = (n) => `z${String(n).padStart(7, '0')}`;

const COPY = `import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
with base:
    for table, key in ("games", "id"), ("events", "game"):
        columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
        values = [{key: "printf('z%07d', n)", "code": "''"}.get(column, column) for column in columns]
        base.execute(f"""WITH RECURSIVE many(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM many WHERE n + 1 < ?)
                         INSERT INTO {table} ({", ".join(columns)}) SELECT {", ".join(values)}
                         FROM {table}, many WHERE {key} = ?""", (int(sys.argv[3]), sys.argv[2]))`;

export const copyGame = (file, game, count) =>
  execFileSync('python3', ['-c', COPY, file, game, String(count)]);
