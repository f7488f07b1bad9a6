import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { npm } from '#scripts/packages.mjs'

/** With what it brings along it takes 130 MB, for one measurement: only the benchmarks fetch it, and keep it. */
const version = '12.8.2'
const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', `lighthouse-${version}`)
const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')

type Judge = (
  address: string,
  flags: { port: number; output: 'json'; logLevel: 'error' },
) => Promise<{ lhr: { categories: Record<string, { score: number | null }> } } | undefined>

/** Undefined where it is not there and cannot be fetched. */
export async function loadLighthouse(): Promise<Judge | undefined> {
  try {
    if (!existsSync(entry)) await npm('install', '--prefix', folder, '--no-package-lock', `lighthouse@${version}`)
    return (await import(pathToFileURL(entry).href)).default
  } catch (error) {
    console.log(`Lighthouse could not be fetched: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}
