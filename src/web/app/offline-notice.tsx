import { WifiOff } from 'lucide-react'
import { Notice } from '#web/ui/notice.tsx'

export const OfflineNotice = () => (
  <div role="status" className="page py-2">
    <Notice icon={WifiOff}>You are offline. What you typed is kept.</Notice>
  </div>
)
