// @generated automatically by Diesel CLI.

diesel::table! {
    acts (id) {
        id -> Int8,
        acted_at -> Timestamptz,
        actor_id -> Nullable<Uuid>,
        kind -> Text,
        problem_id -> Nullable<Uuid>,
        profile_id -> Nullable<Uuid>,
        subject -> Text,
        provider -> Nullable<Text>,
        external_id -> Nullable<Text>,
        reason -> Text,
    }
}

diesel::table! {
    attempts (profile_id, problem_id) {
        profile_id -> Uuid,
        problem_id -> Uuid,
        rated -> Bool,
        solved -> Bool,
        attempted_at -> Timestamptz,
    }
}

diesel::table! {
    barred_names (name_key) {
        name_key -> Text,
    }
}

diesel::table! {
    communities (id) {
        id -> Uuid,
        provider -> Text,
        external_id -> Text,
        name -> Text,
        language -> Text,
        time_zone -> Text,
        games -> Array<Text>,
        daily_channel -> Nullable<Text>,
        daily_hour -> Int2,
        board_channel -> Nullable<Text>,
        next_daily_at -> Nullable<Timestamptz>,
        next_week_at -> Nullable<Timestamptz>,
        keeper_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    community_members (provider, external_id, profile_id) {
        provider -> Text,
        external_id -> Text,
        profile_id -> Uuid,
        joined_at -> Timestamptz,
        hidden -> Bool,
        seen_on -> Date,
        hidden_by_manager -> Bool,
    }
}

diesel::table! {
    composers (profile_id) {
        profile_id -> Uuid,
        points -> Float8,
        problems -> Int8,
    }
}

diesel::table! {
    hidden_problems (provider, external_id, problem_id) {
        provider -> Text,
        external_id -> Text,
        problem_id -> Uuid,
        hidden_at -> Timestamptz,
    }
}

diesel::table! {
    dailies (community_id, number) {
        community_id -> Uuid,
        number -> Int4,
        day -> Date,
        problem_id -> Nullable<Uuid>,
        channel -> Text,
        opens_at -> Timestamptz,
        closes_at -> Timestamptz,
        state -> Text,
    }
}

diesel::table! {
    daily_results (community_id, number, profile_id) {
        community_id -> Uuid,
        number -> Int4,
        profile_id -> Uuid,
        solved_at -> Nullable<Timestamptz>,
        errors -> Int4,
        elapsed_ms -> Int8,
        hinted -> Bool,
    }
}

diesel::table! {
    daily_streaks (community_id, profile_id) {
        community_id -> Uuid,
        profile_id -> Uuid,
        last_number -> Int4,
        days -> Int4,
        best -> Int4,
    }
}

diesel::table! {
    identities (provider, external_id) {
        provider -> Text,
        external_id -> Text,
        profile_id -> Uuid,
        display_name -> Text,
        linked_at -> Timestamptz,
    }
}

diesel::table! {
    jobs (id) {
        id -> Int8,
        problem_id -> Nullable<Uuid>,
        owner_id -> Nullable<Uuid>,
        revision -> Int4,
        turn -> Int8,
        attempts -> Int4,
        worker_id -> Nullable<Uuid>,
        leased_until -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        match_id -> Nullable<Uuid>,
        simulation_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    link_codes (profile_id) {
        profile_id -> Uuid,
        code_hash -> Bytea,
        provider -> Nullable<Text>,
        external_id -> Nullable<Text>,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    match_lists (profile_id, match_id) {
        profile_id -> Uuid,
        match_id -> Uuid,
    }
}

diesel::table! {
    matches (id) {
        id -> Uuid,
        game -> Text,
        rules -> Text,
        start -> Text,
        problem_id -> Nullable<Uuid>,
        moves -> Nullable<Int2>,
        take_back -> Bool,
        state -> Text,
        creator_id -> Nullable<Uuid>,
        first_kind -> Text,
        first_profile_id -> Nullable<Uuid>,
        first_level -> Nullable<Text>,
        first_ready -> Bool,
        first_ms -> Int8,
        second_kind -> Text,
        second_profile_id -> Nullable<Uuid>,
        second_level -> Nullable<Text>,
        second_ready -> Bool,
        second_ms -> Int8,
        ply -> Int4,
        errors -> Int4,
        hints -> Int2,
        winner -> Nullable<Text>,
        reason -> Nullable<Text>,
        seed -> Int8,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        turn_started_at -> Timestamptz,
        tourney_id -> Nullable<Uuid>,
        tourney_number -> Nullable<Int2>,
    }
}

diesel::table! {
    mistakes (match_id, number) {
        match_id -> Uuid,
        number -> Int4,
        ply -> Int4,
        code -> Text,
        text -> Text,
        refutation_code -> Nullable<Text>,
        refutation_text -> Nullable<Text>,
        request_id -> Nullable<Text>,
    }
}

diesel::table! {
    plays (match_id, ply) {
        match_id -> Uuid,
        ply -> Int4,
        code -> Text,
        text -> Text,
        from_square -> Text,
        to_square -> Text,
        elapsed_ms -> Int8,
        request_id -> Nullable<Text>,
    }
}

diesel::table! {
    posts (id) {
        id -> Int8,
        community_id -> Uuid,
        kind -> Text,
        subject -> Text,
        channel -> Text,
        creator_id -> Nullable<Uuid>,
        message -> Nullable<Text>,
        shown -> Nullable<Bytea>,
        changed_at -> Nullable<Timestamptz>,
        due_at -> Nullable<Timestamptz>,
        leased_until -> Nullable<Timestamptz>,
        attempts -> Int4,
        stopped -> Nullable<Text>,
    }
}

diesel::table! {
    problems (id) {
        id -> Uuid,
        author_id -> Uuid,
        game -> Text,
        rules -> Text,
        position -> Text,
        moves -> Int2,
        title -> Text,
        theme -> Text,
        difficulty -> Int2,
        state -> Text,
        revision -> Int4,
        canonical -> Nullable<Text>,
        verdict -> Nullable<Text>,
        report -> Nullable<Bytea>,
        rating -> Float8,
        play_count -> Int8,
        solve_count -> Int8,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        rating_deviation -> Float8,
        rating_volatility -> Float8,
        quality -> Float8,
        vote_count -> Int8,
        playable_since -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    profiles (id) {
        id -> Uuid,
        name -> Text,
        name_key -> Text,
        password_hash -> Nullable<Text>,
        created_at -> Timestamptz,
        theme -> Text,
        language -> Text,
        hide_coordinates -> Bool,
        hidden -> Bool,
    }
}

diesel::table! {
    ratings (profile_id) {
        profile_id -> Uuid,
        points -> Float8,
        deviation -> Float8,
        volatility -> Float8,
        active_on -> Date,
    }
}

diesel::table! {
    reports (profile_id, problem_id) {
        profile_id -> Uuid,
        problem_id -> Uuid,
        reason -> Text,
        reported_at -> Timestamptz,
    }
}

diesel::table! {
    sessions (id) {
        id -> Uuid,
        token_hash -> Bytea,
        profile_id -> Uuid,
        client -> Text,
        created_at -> Timestamptz,
        last_used_at -> Timestamptz,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    simulation_games (simulation_id, number) {
        simulation_id -> Uuid,
        number -> Int4,
        problem_id -> Nullable<Uuid>,
        first_attacks -> Bool,
        position -> Text,
        moves -> Int2,
        solved -> Nullable<Bool>,
        played -> Int4,
        elapsed_ms -> Int8,
        line -> Text,
    }
}

diesel::table! {
    simulations (id) {
        id -> Uuid,
        creator_id -> Uuid,
        first_level -> Text,
        second_level -> Text,
        seed -> Int8,
        state -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    solve_counts (profile_id, period, starts) {
        profile_id -> Uuid,
        period -> Text,
        starts -> Date,
        solved -> Int8,
    }
}

diesel::table! {
    solves (profile_id, problem_id) {
        problem_id -> Uuid,
        profile_id -> Uuid,
        solved_at -> Timestamptz,
        best_ms -> Nullable<Int8>,
        hinted -> Bool,
        errors -> Int4,
        errors_ms -> Int8,
    }
}

diesel::table! {
    streaks (profile_id) {
        profile_id -> Uuid,
        last_day -> Date,
        days -> Int8,
        best -> Int8,
    }
}

diesel::table! {
    tourney_entrants (tourney_id, profile_id) {
        tourney_id -> Uuid,
        profile_id -> Uuid,
        community_id -> Uuid,
    }
}

diesel::table! {
    tourney_problems (tourney_id, number) {
        tourney_id -> Uuid,
        number -> Int2,
        problem_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    tourney_results (tourney_id, profile_id) {
        tourney_id -> Uuid,
        profile_id -> Uuid,
        community_id -> Uuid,
        place -> Int4,
        points -> Int4,
        errors -> Int4,
        elapsed_ms -> Int8,
    }
}

diesel::table! {
    tourneys (id) {
        id -> Uuid,
        title -> Text,
        state -> Text,
        starts_at -> Timestamptz,
        ends_at -> Timestamptz,
        creator_id -> Nullable<Uuid>,
        host_id -> Uuid,
        host_channel -> Text,
        guest_id -> Nullable<Uuid>,
        guest_channel -> Nullable<Text>,
    }
}

diesel::table! {
    votes (profile_id, problem_id) {
        profile_id -> Uuid,
        problem_id -> Uuid,
        stars -> Int2,
        voted_at -> Timestamptz,
    }
}

diesel::table! {
    weeks (community_id, starts, kind, place) {
        community_id -> Uuid,
        starts -> Date,
        kind -> Text,
        place -> Int4,
        profile_id -> Uuid,
        value -> Float8,
    }
}

diesel::joinable!(attempts -> problems (problem_id));
diesel::joinable!(attempts -> profiles (profile_id));
diesel::joinable!(communities -> profiles (keeper_id));
diesel::joinable!(community_members -> profiles (profile_id));
diesel::joinable!(composers -> profiles (profile_id));
diesel::joinable!(hidden_problems -> problems (problem_id));
diesel::joinable!(dailies -> communities (community_id));
diesel::joinable!(dailies -> problems (problem_id));
diesel::joinable!(daily_results -> profiles (profile_id));
diesel::joinable!(daily_streaks -> communities (community_id));
diesel::joinable!(daily_streaks -> profiles (profile_id));
diesel::joinable!(identities -> profiles (profile_id));
diesel::joinable!(jobs -> matches (match_id));
diesel::joinable!(jobs -> problems (problem_id));
diesel::joinable!(jobs -> profiles (owner_id));
diesel::joinable!(jobs -> simulations (simulation_id));
diesel::joinable!(link_codes -> profiles (profile_id));
diesel::joinable!(match_lists -> matches (match_id));
diesel::joinable!(match_lists -> profiles (profile_id));
diesel::joinable!(matches -> problems (problem_id));
diesel::joinable!(matches -> tourneys (tourney_id));
diesel::joinable!(mistakes -> matches (match_id));
diesel::joinable!(plays -> matches (match_id));
diesel::joinable!(posts -> communities (community_id));
diesel::joinable!(posts -> profiles (creator_id));
diesel::joinable!(problems -> profiles (author_id));
diesel::joinable!(ratings -> profiles (profile_id));
diesel::joinable!(reports -> problems (problem_id));
diesel::joinable!(reports -> profiles (profile_id));
diesel::joinable!(sessions -> profiles (profile_id));
diesel::joinable!(simulation_games -> problems (problem_id));
diesel::joinable!(simulation_games -> simulations (simulation_id));
diesel::joinable!(simulations -> profiles (creator_id));
diesel::joinable!(solve_counts -> profiles (profile_id));
diesel::joinable!(solves -> problems (problem_id));
diesel::joinable!(solves -> profiles (profile_id));
diesel::joinable!(streaks -> profiles (profile_id));
diesel::joinable!(tourney_entrants -> communities (community_id));
diesel::joinable!(tourney_entrants -> profiles (profile_id));
diesel::joinable!(tourney_entrants -> tourneys (tourney_id));
diesel::joinable!(tourney_problems -> problems (problem_id));
diesel::joinable!(tourney_problems -> tourneys (tourney_id));
diesel::joinable!(tourney_results -> communities (community_id));
diesel::joinable!(tourney_results -> profiles (profile_id));
diesel::joinable!(tourney_results -> tourneys (tourney_id));
diesel::joinable!(tourneys -> profiles (creator_id));
diesel::joinable!(votes -> profiles (profile_id));
diesel::joinable!(weeks -> communities (community_id));
diesel::joinable!(weeks -> profiles (profile_id));

diesel::allow_tables_to_appear_in_same_query!(
    acts,
    attempts,
    barred_names,
    communities,
    community_members,
    composers,
    hidden_problems,
    dailies,
    daily_results,
    daily_streaks,
    identities,
    jobs,
    link_codes,
    match_lists,
    matches,
    mistakes,
    plays,
    posts,
    problems,
    profiles,
    ratings,
    reports,
    sessions,
    simulation_games,
    simulations,
    solve_counts,
    solves,
    streaks,
    tourney_entrants,
    tourney_problems,
    tourney_results,
    tourneys,
    votes,
    weeks,
);
