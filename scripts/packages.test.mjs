import { describe, expect, it } from 'vitest'
import { matchesLock } from './packages.mjs'

const here = { platform: 'linux', arch: 'arm64' }
const root = { name: 'app', version: '1.0.0' }
const pg = { version: '8.0.0', integrity: 'sha512-a' }
const locked = { '': root, 'node_modules/pg': pg }

describe('matchesLock', () => {
  it('accepts the packages in the lock file plus an extra one', () => {
    expect(matchesLock(locked, { 'node_modules/pg': pg, 'node_modules/node': { version: '24.0.0' } }, here)).toBe(true)
  })

  it.each([
    ['is missing', {}],
    ['has a different version', { 'node_modules/pg': { ...pg, version: '8.0.1' } }],
    ['has different content', { 'node_modules/pg': { ...pg, integrity: 'sha512-b' } }],
  ])('returns false if a package %s', (_, installed) => {
    expect(matchesLock(locked, installed, here)).toBe(false)
  })

  it('allows missing development packages only with `withDevelopment: false`', () => {
    const withTool = { ...locked, 'node_modules/vite': { version: '1.0.0', dev: true } }
    expect(matchesLock(withTool, { 'node_modules/pg': pg }, here)).toBe(false)
    expect(matchesLock(withTool, { 'node_modules/pg': pg }, here, { withDevelopment: false })).toBe(true)
    expect(matchesLock(withTool, {}, here, { withDevelopment: false })).toBe(false)
  })

  it('allows a missing optional package', () => {
    const withBinary = { ...locked, 'node_modules/mac': { version: '1.0.0', optional: true, os: ['darwin'] } }
    expect(matchesLock(withBinary, { 'node_modules/pg': pg }, here)).toBe(true)
  })

  it.each([
    [{ os: ['darwin'] }, false],
    [{ os: ['linux'], cpu: ['x64'] }, false],
    [{ os: ['!linux'] }, false],
    [{ os: ['linux'], cpu: ['arm64'] }, true],
    [{ os: ['!win32'] }, true],
  ])('checks that an installed package is for this operating system and CPU: %o', (system, expected) => {
    expect(matchesLock({}, { 'node_modules/binary': { version: '1.0.0', ...system } }, here)).toBe(expected)
  })
})
