import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readInstalled } from '#server/version.ts'
import { createUpdateService } from './updates.service.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }

function aFolder(version: string) {
  const folder = mkdtempSync(join(tmpdir(), 'framelight-version-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const install = (version: string) => writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }))
  install(version)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  const start = (releasesUrl?: string) => {
    const running = readInstalled(folder)
    return createUpdateService({ running, readInstalled: () => readInstalled(folder), releasesUrl, log })
  }
  return { folder, install, git, start }
}

test('a newly installed version is reported', () => {
  const { install, start } = aFolder('1.5.0')
  const updates = start()
  expect(updates.describe()).toEqual({ commit: null, installed: null, latest: null })
  install('1.5.1')
  expect(updates.describe().installed).toEqual({ version: '1.5.1', commit: null })
})

test('a newly checked-out commit is reported, even with packed refs or in a worktree', () => {
  const { folder, git, start } = aFolder('1.5.0')
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  const first = git('rev-parse', 'HEAD')
  const updates = start()
  expect(updates.describe()).toMatchObject({ commit: first, installed: null })
  git('commit', '--quiet', '--allow-empty', '-m', 'second')
  const second = git('rev-parse', 'HEAD')
  expect(updates.describe().installed).toEqual({ version: '1.5.0', commit: second })

  git('pack-refs', '--all')
  expect(readInstalled(folder).commit).toBe(second)
  git('checkout', '--quiet', '--detach', first)
  expect(readInstalled(folder).commit).toBe(first)
  const worktree = join(folder, 'worktree')
  git('worktree', 'add', '--quiet', '-b', 'other', worktree, second)
  expect(readInstalled(worktree).commit).toBe(second)
})

test('a newer release at RELEASES_URL is reported, and a failed check is logged', async () => {
  let calls = 0
  let answer = { tag_name: 'v1.5.1' }
  const server = createServer((_request, response) => {
    calls++
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`

  const unset = aFolder('1.5.0').start()
  unset.start()
  await unset.look()
  await unset.stop()
  expect([calls, unset.describe().latest]).toEqual([0, null])

  const updates = aFolder('1.5.0').start(url)
  await updates.look()
  expect([calls, updates.describe().latest]).toEqual([1, { version: '1.5.1', url: null }])
  answer = { tag_name: 'v1.5.0' }
  await updates.look()
  expect(updates.describe().latest).toBeNull()

  await aFolder('1.5.0').start('http://127.0.0.1:1/latest').look()
  expect(log.warn).toHaveBeenCalledOnce()
})
