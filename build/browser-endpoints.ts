import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Endpoint } from '../src/shared/endpoint.ts'

const isSchema = (value: unknown) => typeof value === 'object' && value !== null && '_zod' in value
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'schema' in value

/**
 * The browser needs no more of an endpoint than how it is called: its schemas are known to the compiler, and the server checks what is sent. So a
 * file of endpoints is written anew for the browser, without schemas, and Zod is only in pages with forms, whose schemas are
 * in files of their own. The build fails where the browser asks for one beside an endpoint.
 */
export const browserEndpoints: Plugin = {
  name: 'browser-endpoints',
  apply: 'build',
  load: {
    filter: { id: /\/src\/shared\/[a-z-]+\.ts$/ },
    async handler(file) {
      if (this.environment.name !== 'client') return undefined
      const values = Object.entries(await import(pathToFileURL(file).href)).filter(([, value]) => !isSchema(value))
      if (!values.some(([, value]) => isEndpoint(value))) return undefined
      return values.map(([name, value]) => `export const ${name} = ${write(name, value)}`).join('\n')
    },
  },
}

function write(name: string, value: unknown) {
  if (isEndpoint(value)) return JSON.stringify({ method: value.method, url: value.url, config: value.config })
  if (typeof value === 'function')
    throw new Error(`${name} stands beside endpoints: functions go into a file of their own`)
  return JSON.stringify(value)
}
