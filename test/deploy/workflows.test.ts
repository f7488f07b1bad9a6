import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readText } from './deploy-files.ts'

type Job = { needs?: string; uses?: string; steps?: { uses?: string; with?: Record<string, unknown> }[] }

const jobsOf = (file: string): Record<string, Job> => parse(readText('.github', 'workflows', file)).jobs

test.each(['ci.yml', 'release.yml'])('every action in %s is pinned to a version', (file) => {
  const steps = Object.values(jobsOf(file)).flatMap(({ steps = [] }) => steps)
  const actions = steps.flatMap(({ uses }) => uses ?? [])
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.filter((action) => !/@v\d+/.test(action))).toEqual([])
})

test('a release is published only after the tests pass', () => {
  const { test: tests, image, notes } = jobsOf('release.yml')
  expect(tests?.uses).toBe('./.github/workflows/ci.yml')
  expect(image?.needs).toBe('test')
  expect(notes?.needs).toBe('image')
})

test('the image is published for both architectures, with provenance and SBOM', () => {
  const build = jobsOf('release.yml').image?.steps?.find(({ uses }) => uses?.startsWith('docker/build-push-action'))
  expect(build?.with).toMatchObject({
    file: 'deploy/Containerfile',
    platforms: 'linux/amd64,linux/arm64',
    provenance: 'mode=max',
    sbom: true,
  })
})
