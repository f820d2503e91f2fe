import { useEffect, type ReactNode } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { useServices } from '../services/services.tsx'

/** The frame every screen stands in. */
export interface PageProps {
  /** Empty while it is not known yet. */
  title: ReactNode
  /** A short line after the title: how many there are. */
  count?: ReactNode
  /** A line under the title. */
  sub?: ReactNode
  /** Above the title: the way here. */
  crumbs?: ReactNode
  /** A bar across the page, above everything: something the reader must know first. */
  banner?: ReactNode
  /** Beside the title: filters and secondary actions. */
  actions?: ReactNode
  /** The page's main action; on a phone the bottom bar offers it too. */
  add?: { label: string; onAdd: () => void } | null | undefined
  /** Between the head and the content: the parts of the page. */
  tabs?: ReactNode
  /** Covers the page with a spinner, which shows after 250 ms. */
  loading?: boolean
  children: ReactNode
}

/** Offers an add action in the bottom bar of a phone while the caller is on screen: a page's own, or that of a tab on it. */
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

/** Title, banner, add area and content of one screen (rule page-layout). */
export const Page = ({ title, count, sub, crumbs, banner, actions, add, tabs, loading, children }: PageProps) => {
  useAddAction(add)
  return (
    <>
      {banner}
      <div className={frame} aria-busy={loading || undefined}>
        {crumbs}
        <header className={head}>
          <div className={words}>
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
              <Button icon="plus" onClick={add.onAdd}>
                {add.label}
              </Button>
            </span>
          )}
        </header>
        {tabs && <div className={parts}>{tabs}</div>}
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
})
const words = css({ flex: '1', minWidth: '12rem' })
const heading = css({ textStyle: 'title', overflowWrap: 'anywhere' })
const tools = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2.5',
  width: { base: 'full', lg: 'auto' },
})
const parts = css({ marginBottom: '4.5' })
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
