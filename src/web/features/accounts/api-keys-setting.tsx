import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock, Eye, Link2, type LucideIcon, Pencil, Plus, Settings2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { apiKeyChange, type KeyScope, keyScopes } from '#shared/api-key-forms.ts'
import { type ApiKey, revokeApiKey, updateApiKey } from '#shared/api-keys.ts'
import { pages } from '#shared/pages.ts'
import { plans } from '#shared/plans.ts'
import { call } from '#web/lib/api.ts'
import { isoDay } from '#web/lib/date-time.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { count, formatDay } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { usePlanId } from '#web/lib/use-subscription.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

const scopeBadges: Record<KeyScope, { label: string; icon: LucideIcon }> = {
  read: { label: 'Read', icon: Eye },
  upload: { label: 'Upload', icon: Upload },
  manage: { label: 'Manage', icon: Settings2 },
}

export function ApiKeysSetting() {
  const { data: keys, error, refetch } = useQuery(ownerQueries.apiKeys)
  const scopes = useIncludedScopes()
  const [isCreating, setIsCreating] = useState(false)
  const isIncluded = scopes === undefined || scopes.length > 0
  return (
    <Setting title="API keys" sentence="Let a program work with your links, without your password.">
      <div className="grid gap-4">
        {!isIncluded && <NotIncluded />}
        {error ? (
          <Failure sentence={errorMessage(error, "Couldn't load your API keys.")} onRetry={() => void refetch()} />
        ) : keys && scopes ? (
          <>
            {keys.length === 0 && (
              <p className="text-ink-2 text-ui">
                No keys yet. Create one for Lightroom, a backup script or your own website.
              </p>
            )}
            {isIncluded && (
              <Button kind="primary" icon={Plus} className="justify-self-start" onClick={() => setIsCreating(true)}>
                New key
              </Button>
            )}
            {keys.length > 0 && (
              <ul>
                {keys.map((key) => (
                  <KeyRow key={key._id} apiKey={key} />
                ))}
              </ul>
            )}
            {isCreating && <NewKeyDialog scopes={scopes} onClose={() => setIsCreating(false)} />}
          </>
        ) : (
          <Loading label="Loading your API keys">
            <Skeleton className="h-11 w-32" />
          </Loading>
        )}
      </div>
    </Setting>
  )
}

/** Returns undefined while loading. */
function useIncludedScopes(): readonly KeyScope[] | undefined {
  const sellsPlans = useSellsPlans()
  const planId = usePlanId()
  if (!sellsPlans) return keyScopes
  return planId && plans[planId].allows.apiScopes
}

const NotIncluded = () => (
  <Notice tone="info">
    <p>API keys are part of Gold. On Plus, keys can read.</p>
    <Link className={`${buttonStyle.plain} mt-3`} to={pages.pricing}>
      See plans
    </Link>
  </Notice>
)

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { _id: id, name, scopes, hint, isExpired } = apiKey
  const [asks, setAsks] = useState<'revoke' | 'rename'>()
  const queryClient = useQueryClient()
  const close = () => setAsks(undefined)
  const reload = () => queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys })

  const revoke = async () => {
    await call(revokeApiKey, { params: { id } })
    await reload()
    void notify('success', 'Key revoked')
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-4 last:border-b sm:flex-nowrap">
      <div className="grid min-w-0 gap-1">
        <h3 className="wrap-anywhere font-medium text-ui" dir="auto">
          {name}
        </h3>
        <p className="flex flex-wrap gap-x-5 text-caption text-ink-3">
          <span>Ends in {hint}</span>
          <span>{lastUsed(apiKey)}</span>
          <span>{expiry(apiKey)}</span>
        </p>
        <div className="mt-1 flex flex-wrap gap-1.5">
          {isExpired && (
            <Badge tone="danger" icon={Clock}>
              Expired
            </Badge>
          )}
          {scopes.map((scope) => (
            <Badge key={scope} icon={scopeBadges[scope].icon}>
              {scopeBadges[scope].label}
            </Badge>
          ))}
          <LinksBadge apiKey={apiKey} />
        </div>
      </div>
      <div className="-mx-3 flex">
        <Button kind="ghost" aria-label={`Revoke ${name}`} onClick={() => setAsks('revoke')}>
          Revoke
        </Button>
        <IconButton icon={Pencil} label={`Rename ${name}`} onClick={() => setAsks('rename')} />
      </div>
      {asks === 'revoke' && (
        <ConfirmDialog
          title={`Revoke the key ${name}?`}
          verb="Revoke key"
          busyVerb="Revoking"
          onConfirm={revoke}
          onClose={close}
        >
          <p>Programs that use it stop working right away, on every computer. You can't undo this.</p>
        </ConfirmDialog>
      )}
      {asks === 'rename' && <RenameDialog apiKey={apiKey} onRenamed={reload} onClose={close} />}
    </li>
  )
}

function LinksBadge({ apiKey: { links } }: { apiKey: ApiKey }) {
  const { data: known } = useQuery({ ...ownerQueries.links, enabled: links?.length === 1 })
  const only = links?.length === 1 ? known?.find(({ _id }) => _id === links[0])?.title : undefined
  if (links?.length === 0) return <Badge icon={Link2}>No links</Badge>
  return (
    <Badge icon={Link2}>
      <span className="max-w-48 truncate" dir="auto">
        {links === null ? 'All links' : (only ?? count(links.length, 'link'))}
      </span>
    </Badge>
  )
}

function RenameDialog({ apiKey, onRenamed, onClose }: { apiKey: ApiKey; onRenamed: () => void; onClose: () => void }) {
  const { register, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: apiKeyChange,
    defaults: { name: apiKey.name },
    fallback: "The key couldn't be renamed. Please try again.",
    submit: async (body) => {
      await call(updateApiKey, { params: { id: apiKey._id }, body })
      onRenamed()
      onClose()
    },
  })
  return (
    <Dialog title="Rename key" onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <TextField label="Name" autoComplete="off" error={errorOf('name')} {...register('name')} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isSubmitting && 'Saving'}>
            Save
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function lastUsed({ lastUsedOn }: ApiKey) {
  if (lastUsedOn === null) return 'Never used'
  // The server's days are in UTC. At noon, it's the same day almost everywhere.
  const day = `${lastUsedOn}T12:00:00.000Z`
  return isoDay(new Date(day)) === isoDay(new Date()) ? 'Last used today' : `Last used ${formatDay(day)}`
}

function expiry({ expiresAt, isExpired }: ApiKey) {
  if (expiresAt === null) return 'Never expires'
  return `${isExpired ? 'Expired' : 'Expires'} ${formatDay(expiresAt)}`
}
