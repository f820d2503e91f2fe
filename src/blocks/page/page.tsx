import { useEffect, type ReactNode } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { useServices } from '../services/services.tsx'

export interface PageProps {
  /** Empty until it is known. */
  title: ReactNode
  /** A short text after the title, such as the number of records. */
  count?: ReactNode
  /** A line under the title. */
  sub?: ReactNode
  /** The breadcrumb above the title. */
  crumbs?: ReactNode
  /** An important notice across the top of the page. */
  banner?: ReactNode
  /** Filters and secondary actions beside the title. */
  actions?: ReactNode
  /** The page's main action, outlined where the content has a solid button; on a phone it is in the bottom bar. */
  add?: { label: string; onAdd: () => void; variant?: 'solid' | 'outline' } | null | undefined
  /** The tabs between the header and the content. */
  tabs?: ReactNode
  /** Covers the page with a spinner after 250 ms. */
  loading?: boolean
  /** On phones only the breadcrumb is left of the header: an open record below has a title of its own. */
  brief?: boolean
  children: ReactNode
}

/** Shows an add action in the bottom bar of phones while the calling component is mounted. */
export function useAddAction(add: PageProps['add']): void {
  const { page } = useServices()
  const label = add?.label
  const onAdd = add?.onAdd
  useEffect(() => {
    if (!label || !onAdd) return undefined
    page.add.value = { label, onAdd }
    return () => {
      page.add.value = null
    }
  }, [page, label, onAdd])
}

/** The layout of a screen: title, banner, add action and content (rule page-layout). */
export const Page = ({
  title,
  count,
  sub,
  crumbs,
  banner,
  actions,
  add,
  tabs,
  loading,
  brief,
  children,
}: PageProps) => {
  useAddAction(add)
  return (
    <>
      {banner}
      <div className={frame} aria-busy={loading || undefined}>
        {crumbs}
        <header className={head} data-brief={brief || undefined}>
          <div className={titleBlock}>
            {title !== '' && (
              <h1 className={heading}>
                {title}
                {count !== undefined && <span className={counted}>{count}</span>}
              </h1>
            )}
            {sub && <p className={subtitle}>{sub}</p>}
          </div>
          {actions && <div className={tools}>{actions}</div>}
          {add && (
            <span className={atDesk}>
              <Button variant={add.variant ?? 'solid'} icon="plus" onClick={add.onAdd}>
                {add.label}
              </Button>
            </span>
          )}
        </header>
        {tabs && (
          <div className={parts} data-brief={brief || undefined}>
            {tabs}
          </div>
        )}
        {children}
        {loading && (
          <div className={veil}>
            <Spinner />
          </div>
        )}
      </div>
    </>
  )
}

const frame = css({
  position: 'relative',
  padding: { base: '3.5', md: '22px 28px' },
  paddingBottom: { base: '6', md: '28px' },
})
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2.5',
  marginBottom: { base: '3.5', md: '4.5' },
  '&[data-brief]': { mdDown: { srOnly: true } },
})
const titleBlock = css({ flex: '1', minWidth: 'min(12rem, 100%)' })
const heading = css({ textStyle: 'title', overflowWrap: 'anywhere' })
const tools = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2.5',
  width: { base: 'full', lg: 'auto' },
})
const parts = css({ marginBottom: '4.5', '&[data-brief]': { mdDown: { display: 'none' } } })
const counted = css({
  marginInlineStart: '3',
  fontSize: 'md',
  fontWeight: 'regular',
  letterSpacing: '0',
  color: 'muted',
})
const subtitle = css({ color: 'muted', marginTop: '0.5' })
const atDesk = css({ display: { base: 'none', md: 'block' } })
const veil = css({
  position: 'absolute',
  inset: '0',
  display: 'grid',
  placeItems: 'center',
  fontSize: 'title',
  color: 'primary',
  pointerEvents: 'none',
})
