import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { people } from './people.ts'
import { restart } from './server.ts'

/** Whose eyes the demo is seen with, others to see it with, and the way back to the first day. */
export default function Who() {
  const [asks, setAsks] = useState(false)
  const [starts, setStarts] = useState(false)
  const own = new URLSearchParams(window.location.search).get('as')
  const me = people.find(({ person }) => person === own)
  return (
    <>
      <Menu
        label="Demo"
        trigger={
          <Button variant="outline" size="sm">
            Demo
          </Button>
        }
        header={`You are: ${me?.role ?? 'nobody'}. All of this is in this browser alone.`}
        items={[
          ...people
            .filter(({ person }) => person !== own)
            .map(({ person, role, about }) => ({
              label: `Open a tab as ${role}`,
              hint: about,
              onSelect: () => void window.open(`./?as=${person}#/`, '_blank'),
            })),
          { label: 'Be somebody else here', separated: true, onSelect: () => window.location.assign('./') },
          { label: 'Start over', onSelect: () => setAsks(true) },
        ]}
      />
      <ConfirmDialog
        open={asks}
        title="Start over?"
        message="The sample company is put back to how it was at first, in all tabs."
        confirm="Start over"
        loading={starts}
        onConfirm={async () => {
          setStarts(true)
          try {
            await restart()
            window.location.assign('./')
          } catch (error) {
            toast.error(`It could not be started over: ${error instanceof Error ? error.message : String(error)}`)
            setStarts(false)
          }
        }}
        onCancel={() => setAsks(false)}
      />
    </>
  )
}
