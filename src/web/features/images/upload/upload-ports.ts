import type { Image } from '#shared/images.ts'
import type { SendUpload } from './send-upload.ts'
import type { Upload, UploadDetails } from './upload.ts'

export type UploadPorts = {
  send: SendUpload
  /** See find-duplicate.ts. `earlier` contains the previous uploads to the same link. */
  findDuplicate: (upload: Upload, earlier: readonly Upload[]) => Promise<boolean> | undefined
  describe: (image: Image, details: UploadDetails) => Promise<unknown>
  onDescribeFailure: (error: unknown) => void
  newId: () => string
  onDone: (upload: Upload, image: Image) => void
  /** Called whenever the queue becomes busy or idle. */
  onBusyChange: (isBusy: boolean) => void
}
