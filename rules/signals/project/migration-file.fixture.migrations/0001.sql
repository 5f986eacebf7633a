-- expect: migration-file
select 1;
