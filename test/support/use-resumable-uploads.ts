import { createGuestUploads } from './guest-uploads.ts'
import { createLinkAccess } from './link-access.ts'
import { aGuestsUpload, anOwnersUpload, createTusCaller } from './resumable-uploads.ts'
import { useServer } from './use-server.ts'

/** Creates a server for uploads of guests. `aScene` starts one of them. */
export function useGuestUploads() {
  const { server, build } = useServer({ defaultPlan: 'gold' })
  const { aCollectingLink, queue } = createGuestUploads(server)
  return {
    server,
    build,
    aCollectingLink,
    queue,
    tus: createTusCaller(server),
    access: createLinkAccess(server),
    aScene: (given?: Parameters<typeof aGuestsUpload>[1]) => aGuestsUpload(server, given),
  }
}

/** Creates a server for uploads of owners, of up to 1 MB. `aScene` starts one of them. */
export function useOwnersUploads() {
  const { server, build } = useServer({ fileLimitMb: 1 })
  return {
    server,
    build,
    tus: createTusCaller(server),
    aScene: (metadata?: Record<string, string>) => anOwnersUpload(server, metadata),
  }
}
