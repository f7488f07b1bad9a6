import type { AccessService } from '#server/features/access/access.service.ts'
import { listCollaborationsOf } from '#server/features/collaborators/collaborators.repository.ts'
import type { GuestUploadService } from '#server/features/guest-uploads/guest-uploads.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { UploadService } from '#server/features/images/uploads.service.ts'
import type { Base } from '#server/ports.ts'
import { createResumableUploadRepository } from './resumable-uploads.repository.ts'
import { createResumableUploadService } from './resumable-uploads.service.ts'
import { createUploadCreators } from './upload-creators.service.ts'
import { createUploadFinisher } from './upload-finisher.service.ts'

type Dependencies = Base & {
  access: AccessService
  images: ImageService
  uploads: UploadService
  guestUploads: GuestUploadService
  onDeletionScheduled: () => void
}

export function composeUploads(dependencies: Dependencies) {
  const { config, db, ports, log, access, images, uploads, guestUploads, onDeletionScheduled } = dependencies
  const { storage, signer, clock, rateLimits } = ports
  const { tempDir, fileLimitMb } = config
  const repository = createResumableUploadRepository(db)
  /** The server can finish an upload without its creator's session. */
  const findViewerOf = async (userId: string) => ({
    userId,
    sessionId: '',
    collaborations: await listCollaborationsOf(db, userId),
  })
  const creators = createUploadCreators({ uploads, guestUploads, images, access, findViewerOf })
  const common = { resumableUploads: repository, creators, storage, clock, tempDir, onDeletionScheduled }
  const uploadFinisher = createUploadFinisher({ ...common, log })
  const resumableUploads = createResumableUploadService({
    ...common,
    finisher: uploadFinisher,
    signer,
    rateLimits,
    fileLimitMb,
  })
  return { resumableUploads, uploadFinisher }
}
