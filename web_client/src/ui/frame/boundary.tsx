import { Component, type ComponentChildren } from 'preact';
import type { Route } from '../../state/route';
import type { Preferences } from '../services/preferences';

interface Props extends Pick<Preferences, 't'> {
  readonly route: Route;
  readonly children: ComponentChildren;
}

/** In the place of a page that could not be drawn: says so, and what failed, until the visitor goes elsewhere. */
export class Boundary extends Component<Props, { why?: string | null }> {
  /** What is thrown may be anything, also nothing. */
  override componentDidCatch(error: unknown): void {
    this.setState({ why: error instanceof Error ? error.message : '' });
  }

  override componentDidUpdate({ route }: Props): void {
    if (route !== this.props.route) this.setState({ why: null });
  }

  override render({ children, t }: Props, { why = null }: Boundary['state']) {
    if (why === null) return children;
    return (
      <main class="lost">
        <p role="alert">
          {t('error.broken')}
          {why}
        </p>
        <button class="button primary" onClick={() => location.reload()}>
          {t('error.reload')}
        </button>
      </main>
    );
  }
}
