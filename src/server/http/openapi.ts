import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { failure } from '#shared/errors.ts'
import type { App } from './app-types.ts'

/** The API described by the schemas that validate it. Registered before the routes, so that it sees them all. */
export async function useOpenApi(app: App, publicUrl: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Framelight', version: '1', description: 'Share photographs as links.' },
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
            '4XX': { description: 'Refused', $ref: '#/components/schemas/Failure' },
          },
        },
      }
    },
  })

  app.get('/api/openapi.json', { config: { session: 'none' }, schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { deepLinking: false, url: '/api/openapi.json' },
    theme: { title: 'Framelight API' },
  })
}
