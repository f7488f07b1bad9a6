import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export const root = join(import.meta.dirname, '..', '..')
export const readText = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

export const copiedPaths = () =>
  [...readText('deploy', 'Containerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  )

type Service = {
  image: string
  build?: { context: string; dockerfile: string }
  env_file?: (string | { path: string })[]
  environment?: Record<string, string>
  volumes?: string[]
}
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> }

export const composeFiles = ['compose.yml', 'compose.full.yml']

export const readCompose = (file: string): Compose => parse(readText('deploy', file), { merge: true })
