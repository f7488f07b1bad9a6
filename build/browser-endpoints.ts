import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Endpoint } from '../src/shared/endpoint.ts'

const isSchema = (value: unknown) => typeof value === 'object' && value !== null && '_zod' in value
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'url' in value && 'schema' in value

/**
 * Strips the schemas and the server's settings from endpoint files for the browser. The browser doesn't need them, because the compiler has
 * checked the types and the server validates input. Only pages with forms include Zod, and their schemas are in
 * separate files. The build fails if browser code imports a schema from an endpoint file.
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
  if (isEndpoint(value)) {
    const { signIn } = value.config
    return JSON.stringify({ method: value.method, url: value.url, config: { signIn } })
  }
  if (typeof value === 'function')
    throw new Error(`${name} is in a file with endpoints. Move functions to a separate file.`)
  return JSON.stringify(value)
}
