-- Tells all servers that others have to look at something, once what is told of has been committed. The channel is of this schema.
CREATE FUNCTION servers_channel() RETURNS text STABLE LANGUAGE sql AS
  $$ SELECT 'sanqi_' || 'nodes'::regclass::oid::text $$;
CREATE FUNCTION tell_servers(what text) RETURNS void LANGUAGE sql AS
  $$ SELECT pg_notify(servers_channel(), what) $$;
