import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runPostgresTool, splitPassword } from './postgres-tools.ts'

test.each([
  ['postgres://ann:s%40cret@db:5432/photos', 'postgres://ann@db:5432/photos', 's@cret'],
  ['postgres://ann:a:b@db/photos?sslmode=require', 'postgres://ann@db/photos?sslmode=require', 'a:b'],
  ['postgres://ann:pw@one:5432,two:5433/photos', 'postgres://ann@one:5432,two:5433/photos', 'pw'],
  ['postgresql://ann:pw@/photos?host=/run/pg', 'postgresql://ann@/photos?host=/run/pg', 'pw'],
  ['postgres://db/photos?user=ann&password=pw', 'postgres://db/photos?user=ann', 'pw'],
  ['postgres://db/photos?password=pw&user=ann', 'postgres://db/photos?user=ann', 'pw'],
  ['postgres://ann@db/photos', 'postgres://ann@db/photos', undefined],
])('splitPassword separates the password, if any, from %s', (url, safeUrl, password) => {
  expect(splitPassword(url)).toEqual({ url: safeUrl, password })
})

test('a tool gets the password through its environment, never as an argument', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framelight-tools-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [tool, seen] = [join(folder, 'pg_dump'), join(folder, 'seen')]
  await writeFile(tool, `#!/bin/sh\necho "$@ PGPASSWORD=$PGPASSWORD" > "${seen}"\n`)
  await chmod(tool, 0o755)
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  await runPostgresTool('pg_dump', ['--format=custom'], 'postgres://ann:pw@db/photos')
  expect(await readFile(seen, 'utf8')).toBe('--dbname=postgres://ann@db/photos --format=custom PGPASSWORD=pw\n')
})
