import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { ApiKeysSetting } from '#web/features/accounts/api-keys-setting.tsx'
import { ConnectAppSetting } from '#web/features/accounts/connect-app-setting.tsx'

export const ProgramsPage = () => (
  <AccountFrame title="Programs">
    <ApiKeysSetting />
    <ConnectAppSetting />
  </AccountFrame>
)
