import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settings } from '#server/config/settings.ts'
import { composeFiles, readCompose, readText, root } from './deploy-files.ts'

const builtServices = (file: string) => Object.values(readCompose(file).services).filter(({ build }) => build)
const majorIn = (text: string, pattern: RegExp) => text.match(pattern)?.[1]

/** The compose file sets these variables, because its ports, volumes and services depend on them. */
const decided: Record<string, string[]> = {
  'compose.yml': ['DATA_DIR', 'HOST', 'PORT'],
  'compose.full.yml': [
    ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'BACKUP_DAILY', 'DATABASE_URL', 'DATA_DIR', 'HOST'],
    ...['METRICS_HOST', 'METRICS_PORT', 'PORT', 'PUBLIC_URL', 'STORAGE_URL', 'TRUST_PROXY'],
  ],
}

describe.each(composeFiles)('%s', (file) => {
  test('sets only the listed variables and reads the others from deploy/.env', () => {
    expect(builtServices(file).length).toBeGreaterThan(0)
    for (const { env_file: envFiles = [], environment = {} } of builtServices(file)) {
      expect(envFiles.map((entry) => (typeof entry === 'string' ? entry : entry.path))).toEqual(['.env'])
      const names = Object.keys(environment).filter((name) => !environment[name]?.includes(`\${${name}`))
      expect(names.sort()).toEqual(decided[file])
      expect(Object.keys(environment).filter((name) => !(name in settings))).toEqual([])
    }
  })

  test('pins every image except our own to a version', () => {
    for (const { image, build } of Object.values(readCompose(file).services)) {
      expect(image).toMatch(build ? /^\$\{FRAMELIGHT_IMAGE:-framelight:local\}$/ : /^docker\.io\/[^:]+:v?\d+[\w.-]*$/)
    }
  })

  test('builds the image from an existing Containerfile', () => {
    for (const { build } of builtServices(file)) {
      expect(existsSync(join(root, 'deploy', build?.context ?? '', build?.dockerfile ?? ''))).toBe(true)
    }
  })

  test('mounts every declared volume, and otherwise only existing files', () => {
    const { services, volumes } = readCompose(file)
    const sources = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]))
    const isNamed = (source = '') => source in volumes
    const isFile = (source = '') => source.startsWith('./') && existsSync(join(root, 'deploy', source))
    expect(sources.filter((source) => !isNamed(source) && !isFile(source))).toEqual([])
    expect(Object.keys(volumes).filter((name) => !sources.includes(name))).toEqual([])
  })

  test('mounts the backup volume in exactly one of our services', () => {
    const keepers = builtServices(file).filter(({ volumes = [] }) => volumes.includes('backups:/backups'))
    expect(keepers).toHaveLength(1)
  })
})

test('pg_dump in the image has the same major version as the PostgreSQL server', () => {
  const client = majorIn(readText('deploy', 'Containerfile'), /postgresql-client-(\d+)/)
  const server = majorIn(readCompose('compose.full.yml').services.postgres?.image ?? '', /postgres:(\d+)/)
  expect(client).toBeDefined()
  expect(server).toBe(client)
})

test('the image contains the scripts and the lock file that npm commands need', () => {
  const [, lastStage = ''] = readText('deploy', 'Containerfile').split(/^FROM (?!--platform)/m)
  expect(lastStage).toMatch(/^COPY .*\bpackage\.json package-lock\.json/m)
  expect(lastStage).toMatch(/^COPY scripts scripts$/m)
})
