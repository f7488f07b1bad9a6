import { LogOut, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

export function LogoutSetting({ onLogout }: { onLogout: () => void }) {
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <Setting
      title="Log out or delete account"
      sentence="Deleting your account deletes every link, image and comment. This can't be undone."
    >
      <div className="flex flex-wrap gap-3">
        <Button icon={LogOut} onClick={onLogout}>
          Logout
        </Button>
        <Button kind="dangerQuiet" icon={Trash2} onClick={() => setIsDeleting(true)}>
          Delete account
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setIsDeleting(false)} />}
    </Setting>
  )
}
