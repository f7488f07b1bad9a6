import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { npm } from '#scripts/packages.mjs'

/** Lighthouse isn't a dev dependency because it's 130 MB. Only the benchmarks download it. */
const version = '12.8.2'
const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', `lighthouse-${version}`)
const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')

type Judge = (
  address: string,
  flags: { port: number; output: 'json'; logLevel: 'error' },
) => Promise<{ lhr: { categories: Record<string, { score: number | null }> } } | undefined>

export async function loadLighthouse(): Promise<Judge | undefined> {
  try {
    if (!existsSync(entry)) await npm('install', '--prefix', folder, '--no-package-lock', `lighthouse@${version}`)
    return (await import(pathToFileURL(entry).href)).default
  } catch (error) {
    console.log(`Couldn't download Lighthouse: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}
