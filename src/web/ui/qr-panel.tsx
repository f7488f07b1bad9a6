import { lazy, Suspense } from 'react'
import { Skeleton } from './skeleton.tsx'

const QrCode = lazy(() => import('./qr-code.tsx'))

export const QrPanel = ({ url }: { url: string }) => (
  <Suspense fallback={<Skeleton className="size-30" />}>
    <QrCode text={url} fileName={`qr-${url.split('/').at(-1)}`} />
  </Suspense>
)
