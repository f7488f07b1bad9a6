import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { failure } from '#shared/errors.ts'
import type { App } from './app-types.ts'
import { createCompressedResponse } from './compressed-response.ts'

const pagesFolder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')
const largeFiles = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
}

/**
 * Generates the OpenAPI description from the schemas that validate requests. It has to be registered before the routes
 * to include them all.
 */
export async function useOpenApi(app: App, publicUrl: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Framelight', version: '1', description: 'Share photographs with one link.' },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
        schemas: { Failure: z.toJSONSchema(failure) as object },
      },
    },
    transform: (document) => {
      if (!document.schema || !document.url.startsWith('/api/')) return { schema: { hide: true }, url: document.url }
      const { schema, url } = jsonSchemaTransform(document)
      const session = document.route.config?.session
      return {
        url,
        schema: {
          ...schema,
          ...(session === 'required' && { security: [{ token: [] }] }),
          ...(session === 'optional' && { security: [{}, { token: [] }] }),
          response: {
            ...(schema.response as object),
            '4XX': { description: 'Request rejected', $ref: '#/components/schemas/Failure' },
          },
        },
      }
    },
  })

  const plain = { config: { session: 'none', keyScope: 'any' }, schema: { hide: true }, compress: false } as const
  const description = createCompressedResponse('application/json; charset=utf-8', () =>
    Buffer.from(JSON.stringify(app.swagger())),
  )
  app.get('/api/openapi.json', plain, description)
  // The plugin would serve these too, but compress them again for each request.
  for (const [name, type] of Object.entries(largeFiles)) {
    const file = createCompressedResponse(type, () => readFile(join(pagesFolder, name)))
    app.get(`/api/docs/static/${name}`, plain, file)
  }
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { deepLinking: false, url: '/api/openapi.json' },
    theme: { title: 'Framelight API' },
  })
}
