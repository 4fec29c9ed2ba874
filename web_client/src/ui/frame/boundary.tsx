import { Component, type ComponentChildren } from 'preact';
import type { Route } from '../../state/route';
import type { Preferences } from '../services/preferences';

interface Props extends Pick<Preferences, 't'> {
  readonly route: Route;
  readonly children: ComponentChildren;
}

/** In the place of a page that could not be drawn: says so, and what failed, until the visitor goes elsewhere. */
export class Boundary extends Component<Props, { error?: unknown }> {
  override componentDidCatch(error: unknown): void {
    this.setState({ error });
  }

  override componentDidUpdate({ route }: Props): void {
    if (route !== this.props.route) this.setState({ error: null });
  }

  override render({ children, t }: Props, { error }: { error?: unknown }) {
    // What is thrown may be anything.
    if (!error) return children;
    return (
      <main class="lost">
        <p role="alert">
          {t('error.broken')}
          {error instanceof Error && error.message}
        </p>
        <button class="button primary" onClick={() => location.reload()}>
          {t('error.reload')}
        </button>
      </main>
    );
  }
}
