import { ApiKeysSetting } from '#web/features/accounts/api-keys-setting.tsx'
import { ConfirmItsYou } from '#web/features/accounts/confirm-its-you.tsx'
import { ConnectAppSetting } from '#web/features/accounts/connect-app-setting.tsx'
import { WebhooksSetting } from '#web/features/accounts/webhooks-setting.tsx'
import { AccountHead } from './account-head.tsx'

export const ProgramsPage = () => (
  <div className="page">
    <title>Programs · Framelight</title>
    <AccountHead />
    <ApiKeysSetting />
    <ConnectAppSetting />
    <WebhooksSetting />
    <ConfirmItsYou />
  </div>
)
