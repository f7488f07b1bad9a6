import { reportLink } from '#shared/administered-links.ts'
import { newReport } from '#shared/report-forms.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { notify } from '#web/lib/notify.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

export function ReportDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const { register, errorOf, onSubmit, refusal, isSubmitting } = useSchemaForm({
    schema: newReport,
    defaults: { message: '' },
    fallback: "Your report couldn't be sent. Please try again.",
    submit: async (body) => {
      const { data } = await call(reportLink, { params: { slug }, body })
      void notify('success', data.message)
      onClose()
    },
  })
  return (
    <Dialog title="Report this gallery" onClose={isSubmitting ? () => {} : onClose}>
      <p className="text-ink-2">Sent anonymously to this site's administrator. The gallery's owner won't know.</p>
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <TextArea label="What's wrong?" autoFocus error={errorOf('message')} {...register('message')} />
        <DialogButtons>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" busy={isSubmitting && 'Sending'}>
            Send report
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
